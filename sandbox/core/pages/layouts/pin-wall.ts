import type { Layout } from '../posts/layout.ts'

/** A wall of pins in columns, each as high as its image. */
export const pinWall: Layout = {
  width: 'wide',
  draw: ({ face, who, title, words, media, attachments, counts }) =>
    `${media}<div class="post">${title}${words}${attachments}<div class="head">${face}${who}</div>${counts}</div>`,
  css: `
.feed.list { columns: 15rem; column-gap: 1rem } article { break-inside: avoid; margin-bottom: 1.25rem; border-radius: 1rem } .post { display: grid; gap: .375rem; padding: .625rem .5rem } .words { font-size: .875rem; color: var(--ink-2) } .head { display: flex; gap: .5rem; align-items: center } .head .face { width: 1.75rem; height: 1.75rem; font-size: .75rem }
.media { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; border-radius: 1rem } .media figure { flex: 0 0 100%; scroll-snap-align: start } .media:is(.of-1, .of-2, .of-3, .of-4, .of-5) :is(img, video) { aspect-ratio: auto; height: auto; max-height: 34rem; object-fit: cover } .who { font-size: .8125rem }`,
}
