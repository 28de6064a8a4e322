// Random descriptions with every element and field that a model file can say, and numbers of all
// sizes. They need not be mechanisms.
#pragma once

#include "src/describe/description.hpp"

namespace treadle::test {

struct RandomWords {
  bool outputs = true, targets = true;
};

Description random_description(unsigned seed, const RandomWords& words = {});

}  // namespace treadle::test
