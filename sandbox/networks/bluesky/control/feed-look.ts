/** The look of the network's pages: a sky over white cards. */
export const look = {
  css: `
.bluesky article { border-color: #d4e6f7; border-left: 3px solid #1083fe }
.bluesky article header strong { color: #0b5cb5 }
.bluesky article a { color: #1083fe; text-decoration: none }
@media (prefers-color-scheme: dark) { .bluesky article { border-color: #24374a; border-left-color: #3a96ff } .bluesky article header strong { color: #8cc4ff } }`,
}
