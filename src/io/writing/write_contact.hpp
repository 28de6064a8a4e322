// An entry of the list `contacts` as it stands in a file.
#pragma once

#include "../../describe/description.hpp"
#include "value.hpp"

namespace treadle {

Value write_contact(const ContactItem& item);

}  // namespace treadle
