// Outlines of the icons, on a field of 24 by 24.
export const ICONS = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  loop: "M17 3l4 4-4 4V8H8a3 3 0 0 0-3 3v1H3v-1a5 5 0 0 1 5-5h9zM7 21l-4-4 4-4v3h9a3 3 0 0 0 3-3v-1h2v1a5 5 0 0 1-5 5H7z",
  first: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  sliders: "M4 7h9v-2h3v2h4v2h-4v2h-3V9H4zM4 15h4v-2h3v2h9v2h-9v2H8v-2H4z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  camera: "M9 4h6l1.5 2.500H20a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7.500a1 1 0 0 1 1-1h3.500zM12 9a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 11a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  help: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1 14h2v2h-2zm1-11a4 4 0 0 1 4 4c0 2.5-3 2.8-3 5h-2c0-3.2 3-3 3-5a2 2 0 0 0-4 0H8a4 4 0 0 1 4-4z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  minus: "M5 11h14v2H5z",
  reset: "M4 11h10V7l6 5-6 5v-4H4zM2 5h2v14H2z",
  close: "M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.400L12 13.4 6.4 19 5 17.6 10.6 12 5 6.400z",
  table: "M3 5h18v14H3zm2 4v2h6V9zm8 0v2h6V9zm-8 4v2h6v-2zm8 0v2h6v-2z",
  picture: "M3 5h18v14H3zm2 2v8l4-4 3 3 4-5 3 4V7z",
};
