// The page docs/model.md: prose that a person wrote, with tables of keys, pictures and examples.
#pragma once

#include <functional>
#include <string>

namespace treadle {

/// The text of a file beside the page, "examples/body.json" or "pictures/body.svg"; empty where
/// there is none.
using FindFile = std::function<std::string(const std::string& file)>;

/// Fills a page. Its line "### {{joint.revolute}}" becomes the section of that element: heading,
/// what it is, its picture, its keys and a whole model that uses it; the same without "#" becomes
/// its keys alone, and "{{example joint_revolute}}" that example. An unknown id is a ModelError.
std::string fill_page(const std::string& page, const FindFile& find);

}  // namespace treadle
