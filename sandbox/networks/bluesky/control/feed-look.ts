/** The look of the network's pages: a sky over white cards. */
export const look = {
  css: `
body:has(main.bluesky) { background: light-dark(#fff, #0b0f14) }
main.bluesky article { border: 0; border-bottom: 1px solid light-dark(#d4dbe2, #2c3a4e); border-radius: 0; margin: 0; padding: .875rem 0 }
main.bluesky a { color: light-dark(#0a66cc, #208bfe); text-decoration: none }
main.bluesky .media img, main.bluesky .media video, main.bluesky .card { border-radius: .75rem }
main.bluesky .card { color: inherit }`,
}
