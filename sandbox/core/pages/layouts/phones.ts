import type { Layout } from '../posts/layout.ts'

/** Videos in phone frames, with the text over the lower edge. */
export const phones: Layout = {
  width: 'wide',
  draw: ({ who, words, media, attachments, counts }) =>
    `<div class="screen">${media}<div class="over">${who}${words}${attachments}</div></div>${counts}`,
  css: `
.feed.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1.5rem 1.25rem } article { display: grid; gap: .625rem; align-content: start; max-width: 20rem; border-radius: 1.75rem }
.screen { position: relative; display: grid; aspect-ratio: 9 / 16; overflow: hidden; border: 6px solid oklch(.27 .01 260); border-radius: 1.75rem; background: #000; color: #fff } .screen .media { display: flex; height: 100%; overflow-x: auto; scroll-snap-type: x mandatory; gap: 0 } .screen figure { flex: 0 0 100%; scroll-snap-align: start } .screen .media:is(.of-1, .of-2, .of-3, .of-4, .of-5) :is(img, video) { width: 100%; height: 100%; max-height: none; aspect-ratio: auto; object-fit: contain; background: #000 } .screen figcaption { display: none }
.over { position: absolute; inset: auto 0 0; display: grid; gap: .25rem; max-height: 60%; overflow: hidden; padding: 3rem 1rem 3.5rem; background: linear-gradient(transparent, #000c 4rem); pointer-events: none } .over a { color: #fff; pointer-events: auto } .over :is(.handle, .when) { color: #ffffffd9 } .over .words { font-size: .875rem; display: -webkit-box; -webkit-line-clamp: 5; -webkit-box-orient: vertical; overflow: hidden } .over .badge { color: #fff; background: #0009; border-color: #fff6 } .screen:not(:has(.media)) .over { background: none; inset: 0; align-content: center; max-height: none } .counts { padding-inline: .5rem }
.screen:has(video) .over { inset-block-end: 4rem; padding-bottom: .5rem; background: linear-gradient(transparent, #000a 3rem) } .over .words { text-shadow: 0 0 2px #000 }`,
}
