// The smallest program on the installed library: hello MODEL.json
#include <iostream>
#include <treadle.hpp>

int main() {
  std::cout << "treadle " << treadle::version() << "\n";
  return 0;
}
