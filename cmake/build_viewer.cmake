# cmake -D SOURCE=viewer -D PAGE=build/.../index.html -D NPM=npm -P build_viewer.cmake
# Works on a copy beside the page, so that the source stays clean. Packages are fetched only when the
# lock file differs from that of the last time. When npm cannot do it (no network, say), the page is
# left empty and old, so that the next build tries again, and the program says that it has no viewer.
get_filename_component(folder "${PAGE}" DIRECTORY)
set(copy "${folder}/copy")
file(MAKE_DIRECTORY "${copy}")
file(REMOVE_RECURSE "${copy}/src")
file(GLOB files LIST_DIRECTORIES false "${SOURCE}/*" "${SOURCE}/.npmrc")
file(COPY ${files} DESTINATION "${copy}")
file(COPY "${SOURCE}/src" DESTINATION "${copy}")
if(EXISTS "${SOURCE}/public")
  file(COPY "${SOURCE}/public" DESTINATION "${copy}")
endif()

function(give_up what)
  file(WRITE "${PAGE}" "")
  execute_process(COMMAND touch -t 200001010000 "${PAGE}")
  message(WARNING "the viewer could not be made: ${what} (see ${folder}/log); this build has no reports")
endfunction()

file(SHA256 "${copy}/package-lock.json" wanted)
set(stamp "${folder}/packages.stamp")
set(have "")
if(EXISTS "${stamp}" AND IS_DIRECTORY "${copy}/node_modules")
  file(READ "${stamp}" have)
endif()
if(NOT have STREQUAL wanted)
  file(REMOVE "${stamp}")
  execute_process(COMMAND "${NPM}" ci --no-audit --no-fund --ignore-scripts WORKING_DIRECTORY "${copy}"
    RESULT_VARIABLE failed OUTPUT_FILE "${folder}/log" ERROR_FILE "${folder}/log" TIMEOUT 600)
  if(failed)
    give_up("npm ci failed")
    return()
  endif()
  file(WRITE "${stamp}" "${wanted}")
endif()
execute_process(COMMAND "${NPM}" run build WORKING_DIRECTORY "${copy}"
  RESULT_VARIABLE failed OUTPUT_FILE "${folder}/log" ERROR_FILE "${folder}/log" TIMEOUT 600)
if(failed OR NOT EXISTS "${copy}/dist/index.html")
  give_up("npm run build failed")
  return()
endif()
file(COPY_FILE "${copy}/dist/index.html" "${PAGE}")
