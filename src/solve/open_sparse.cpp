#include "../base/module.hpp"
#include "sparse_library.hpp"

namespace treadle {

namespace {

template <class Library>
struct OpenedLibrary {
  std::string why;
  Library* library;
  explicit OpenedLibrary(const char* module) : library(open_module<Library>(module, why)) {}

  [[nodiscard]] std::string refusal(const char* name, const char* packages) const {
    if (library != nullptr) return {};
    return std::string("there is no ") + name + " (Debian: " + packages +
           ", when treadle is built): " + why;
  }
};

const OpenedLibrary<SparseLibrary>& opened_klu() {
  static const OpenedLibrary<SparseLibrary> once("treadle_klu");
  return once;
}

const OpenedLibrary<SparseLibrary>& opened_mumps() {
  static const OpenedLibrary<SparseLibrary> once("treadle_mumps");
  return once;
}

const OpenedLibrary<RootLibrary>& opened_cholmod() {
  static const OpenedLibrary<RootLibrary> once("treadle_cholmod");
  return once;
}

}  // namespace

SparseLibrary* open_klu() { return opened_klu().library; }
SparseLibrary* open_mumps() { return opened_mumps().library; }
RootLibrary* open_cholmod() { return opened_cholmod().library; }

std::string klu_refusal() { return opened_klu().refusal("KLU", "libsuitesparse-dev"); }
std::string mumps_refusal() {
  return opened_mumps().refusal("MUMPS",
                                "libmumps-seq-dev libscotch-dev liblapack-dev libblas-dev");
}
std::string cholmod_refusal() { return opened_cholmod().refusal("CHOLMOD", "libsuitesparse-dev"); }

}  // namespace treadle
