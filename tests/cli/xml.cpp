#include "xml.hpp"

#include <cctype>

namespace treadle {

namespace {

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  XmlFile read() {
    if (starts("<?xml")) at_ = text_.find("?>") + 2;
    while (at_ < text_.size() && file_.fault.empty()) {
      if (starts("</")) {
        close();
      } else if (starts("<")) {
        open();
      } else {
        characters();
      }
    }
    if (!open_.empty()) fail("<" + file_.elements[open_.back()].name + "> is not closed");
    if (file_.elements.empty()) fail("no element");
    return std::move(file_);
  }

 private:
  [[nodiscard]] bool starts(const std::string& word) const {
    return text_.compare(at_, word.size(), word) == 0;
  }

  void fail(const std::string& what) {
    if (file_.fault.empty()) file_.fault = what + " at byte " + std::to_string(at_);
    at_ = text_.size();
  }

  std::string name() {
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '-'))
      ++at_;
    if (from == at_) fail("a name is missing");
    return text_.substr(from, at_ - from);
  }

  void spaces() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  std::string resolved(const std::string& raw) {
    static const std::map<std::string, std::string> entities{
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}};
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
      if (raw[i] != '&') {
        if (raw[i] == '<') fail("a bare '<'");
        out += raw[i++];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      const auto found =
          end == std::string::npos ? entities.end() : entities.find(raw.substr(i, end - i + 1));
      if (found == entities.end()) {
        fail("a bare '&'");
        return out;
      }
      out += found->second;
      i = end + 1;
    }
    return out;
  }

  void open() {
    ++at_;
    XmlElement element;
    element.name = name();
    for (spaces(); at_ < text_.size() && !starts(">") && !starts("/>"); spaces()) {
      const std::string key = name();
      if (!starts("=\"")) return fail("no value after " + key);
      const std::size_t from = at_ + 2, to = text_.find('"', from);
      if (to == std::string::npos) return fail("an open quote");
      if (!element.attributes.emplace(key, resolved(text_.substr(from, to - from))).second) {
        return fail(key + " is given twice");
      }
      at_ = to + 1;
    }
    const bool closed = starts("/>");
    at_ += closed ? 2 : 1;
    if (open_.empty() && !file_.elements.empty()) return fail("a second root");
    file_.elements.push_back(std::move(element));
    if (!closed) open_.push_back(file_.elements.size() - 1);
  }

  void close() {
    at_ += 2;
    const std::string word = name();
    if (open_.empty() || file_.elements[open_.back()].name != word)
      return fail("</" + word + "> closes another element");
    open_.pop_back();
    if (!starts(">")) return fail("no '>'");
    ++at_;
  }

  void characters() {
    const std::size_t to = std::min(text_.find('<', at_), text_.size());
    const std::string words = resolved(text_.substr(at_, to - at_));
    if (!open_.empty()) file_.elements[open_.back()].text += words;
    if (open_.empty() && words.find_first_not_of(" \n") != std::string::npos)
      fail("text outside the root");
    if (file_.fault.empty()) at_ = to;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  XmlFile file_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<std::string> XmlFile::texts(const std::string& name) const {
  std::vector<std::string> list;
  for (const XmlElement& element : elements) {
    if (element.name == name) list.push_back(element.text);
  }
  return list;
}

XmlFile read_xml(const std::string& text) { return Reader(text).read(); }

}  // namespace treadle
