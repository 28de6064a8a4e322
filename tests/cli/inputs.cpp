// What is no file is refused at once, wherever a file is read; and of files that are something else
// nothing is shown.
#include "fixture.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <functional>

namespace treadle {
namespace {

class Inputs : public CommandLine {
 protected:
  static std::string body_with(const std::string& keys, const std::string& rest = "") {
    return R"({"bodies": [{"name": "arm", "mass": 1)" + keys + "}]" + rest + "}";
  }
  std::string with_part(const std::string& file) const {
    return write("assembly.json",
                 body_with("", R"(, "include": [{"file": ")" + file + R"(", "name": "part"}])"));
  }
  std::string with_table(const std::string& file, const std::string& keys = "") const {
    return write("table.json", body_with("", R"(, "forces": [{"name": "push", "type": "applied",
      "on": {"body": "arm"}, "direction": [1, 0, 0], "force": {"type": "table", "file": ")" +
                                                 file + "\"" + keys + "}}]"));
  }
  std::string with_mesh(const std::string& file) const {
    return write("mesh.json", R"({"bodies": [{"name": "arm",
      "shapes": [{"type": "mesh", "density": 1000, "file": ")" +
                                  file + R"("}]}]})");
  }

  // Every way a file is read, with the ending that it needs.
  struct Way {
    const char* ending;
    std::function<Words(const std::string&)> words;
  };
  std::vector<Way> ways() const {
    const std::string model = four_bar();
    std::vector<Way> list{
        {".json",
         [this](const std::string& file) {
           return Words{"run", with_part(file)};
         }},
        {".csv",
         [this](const std::string& file) {
           return Words{"run", with_table(file)};
         }},
        {".stl",
         [this](const std::string& file) {
           return Words{"inspect", with_mesh(file)};
         }},
        {".obj",
         [this](const std::string& file) {
           return Words{"inspect", with_mesh(file)};
         }},
        {".csv",
         [model](const std::string& file) {
           return Words{"evaluate", model, "--states", file};
         }},
    };
    for (const char* command : {"run", "inspect", "count", "bench"})
      list.push_back({".json", [command](const std::string& file) {
                        return Words{command, file};
                      }});
    list.push_back({".json", [this](const std::string& file) {
                      return Words{"convert", file, "-o", path("flat.json")};
                    }});
    list.push_back({".json", [this](const std::string& file) {
                      return Words{"generate", file, "-o", path("code")};
                    }});
    list.push_back({".json", [](const std::string& file) {
                      return Words{"kinematics", file, "--drive", "A=0:1"};
                    }});
    return list;
  }
  void expect_refused(const std::string& file, const Words& words, const std::string& kind) {
    const Finished run = treadle_program(words);
    EXPECT_EQ(run.code, 2) << words[0] << " " << file;
    EXPECT_TRUE(run.complains(kind + "; a file is needed")) << run.err;
    EXPECT_TRUE(run.complains(std::filesystem::path(file).filename().string())) << run.err;
  }
};

TEST_F(Inputs, a_pipe_is_not_waited_for) {
  for (const Way& way : ways()) {
    const std::string file = path(std::string("pipe") + way.ending);
    mkfifo(file.c_str(), 0600);
    expect_refused(file, way.words(file), "this is a pipe");
  }
}

TEST_F(Inputs, a_device_is_refused) {
  for (const Way& way : ways()) {
    const std::string file = path(std::string("device") + way.ending);
    std::error_code there;
    std::filesystem::create_symlink("/dev/zero", file, there);
    expect_refused(file, way.words(file), "this is a device");
  }
}

TEST_F(Inputs, a_directory_is_refused) {
  for (const Way& way : ways()) {
    const std::string file = path(std::string("folder") + way.ending);
    std::filesystem::create_directories(file);
    expect_refused(file, way.words(file), "this is a directory");
  }
}

TEST_F(Inputs, a_socket_is_refused) {
  // its own name has to be short
  const std::string name = "/tmp/treadle_" + std::to_string(getpid()) + "_in.socket";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  name.copy(address.sun_path, sizeof address.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  for (const Way& way : ways()) {
    const std::string file = path(std::string("socket") + way.ending);
    std::error_code there;
    std::filesystem::create_symlink(name, file, there);
    expect_refused(file, way.words(file), "this is a socket");
  }
  close(socket);
  std::filesystem::remove(name);
}

TEST_F(Inputs, a_record_is_a_file_too) {
  const std::string file = path("pipe.h5");
  mkfifo(file.c_str(), 0600);
  const Finished run = treadle_program({"report", file, "-o", path("page.html")});
  EXPECT_EQ(run.code, 2);
  if (run.complains("this build has no")) GTEST_SKIP() << run.err;
  EXPECT_TRUE(run.complains("this is a pipe; a file is needed")) << run.err;
}

TEST_F(Inputs, a_huge_file_is_refused) {
  for (const Way& way : ways()) {
    const std::string file = write(std::string("huge") + way.ending, "");
    std::filesystem::resize_file(file, 200'000'001);  // a hole, which takes no room
    const Finished run = treadle_program(way.words(file));
    EXPECT_EQ(run.code, 2);
    EXPECT_TRUE(run.complains("larger than 200 MB")) << run.err;
  }
}

// A file of passwords by any name: messages say where they stopped, not what stands there.
TEST_F(Inputs, what_is_no_model_is_not_shown) {
  const std::string files[] = {"root:swordfish:19700:0\nswordfish\n",
                               "swordfish",
                               "[swordfish]\nswordfish = swordfish\n",
                               "\"swordfish\"",
                               "[\"swordfish\", \"swordfish\"]",
                               "solid swordfish\nswordfish swordfish\n",
                               "solid s\nfacet\nouter loop\nvertex swordfish 1 2\n",
                               "v swordfish 1 2\n",
                               "v 0 0 0\nf swordfish 1 2\n",
                               "swordfish [swordfish],swordfish\n1,2\n",
                               "time,force\n0,1\n1,swordfish\n",
                               "time [swordfish],force [swordfish]\n0,1\n1,2\n",
                               "A.q [swordfish]\n1\n",
                               "A.q\nswordfish\n",
                               "time,swordfish\n0,1\n"};
  for (const std::string& text : files) {
    for (const Way& way : ways()) {
      const std::string file = write(std::string("secret") + way.ending, text);
      const Finished run = treadle_program(way.words(file));
      EXPECT_NE(run.code, 0) << text;
      EXPECT_EQ((run.out + run.err).find("swordfish"), std::string::npos)
          << text << "\n"
          << way.words(file)[0] << ": " << run.err;
    }
    write("secret.csv", text);
    const Finished columns = treadle_program(
        {"run", with_table("secret.csv", R"(, "columns": ["time", "sword"])"), "--until", "0"});
    EXPECT_EQ(columns.err.find("swordfish"), std::string::npos) << columns.err;
  }
}

}  // namespace
}  // namespace treadle
