// Whole files as text, and files that are none.
#include "../../src/io/tables/text_file.hpp"

#include "refusal.hpp"
#include "temporary.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace treadle {
namespace {

TEST(TextFile, gives_all_bytes) {
  const TemporaryFolder folder;
  const std::string path = folder.file("bytes");
  std::string bytes(200000, 'x');
  bytes[0] = '\0';
  bytes[70000] = '\xff';
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_EQ(read_text_file(path), bytes);
}

TEST(TextFile, missing_file_is_refused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("nowhere.json");
  const Refusal refusal = refusal_of([&] { read_text_file(path); });
  EXPECT_EQ(refusal.where, path);
  EXPECT_TRUE(refusal.says("cannot be opened: No such file")) << refusal.message;
}

TEST(TextFile, directory_is_refused) {
  const TemporaryFolder folder;
  const Refusal refusal = refusal_of([&] { read_text_file(folder.file("")); });
  EXPECT_EQ(refusal.where, folder.file(""));
  EXPECT_TRUE(refusal.says("directory")) << refusal.message;
}

TEST(TextFile, huge_file_is_refused_unread) {
  const TemporaryFolder folder;
  const std::string path = folder.file("huge.json");
  std::ofstream(path).close();
  std::filesystem::resize_file(path, largest_text + 1);  // a hole, which takes no room
  const Refusal refusal = refusal_of([&] { read_text_file(path); });
  EXPECT_EQ(refusal.where, path);
  EXPECT_TRUE(refusal.says("larger than 200 MB")) << refusal.message;
}

TEST(TextFile, endless_device_is_refused) {
  if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "this system has no /dev/zero";
  EXPECT_TRUE(refusal_of([] { read_text_file("/dev/zero"); }).says("this is a device"));
}

TEST(TextFile, pipe_and_socket_are_refused_at_once) {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe"), link = folder.file("link");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink(pipe, link);
  for (const std::string& path : {pipe, link}) {
    const Refusal refusal = refusal_of([&] { read_text_file(path); });
    EXPECT_EQ(refusal.where, path);
    EXPECT_TRUE(refusal.says("this is a pipe; a file is needed")) << refusal.message;
  }
  // its name has to be short
  const std::string name = "/tmp/treadle_" + std::to_string(getpid()) + ".socket";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_TRUE(refusal_of([&] { read_text_file(name); }).says("this is a socket; a file is needed"));
  close(socket);
  std::filesystem::remove(name);
}

}  // namespace
}  // namespace treadle
