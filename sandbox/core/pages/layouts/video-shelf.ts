import type { Layout } from '../posts/layout.ts'

/** A shelf of videos, each with its title and its channel below. Vertical ones are narrow. */
export const videoShelf: Layout = {
  width: 'wide',
  draw: ({ face, who, title, words, media, counts }) =>
    `${media}<div class="about-it">${face}<div class="post">${title}${who}<details class="more"><summary>Description</summary>${words || '<p class="quiet">No description.</p>'}</details>${counts}</div></div>`,
  css: `
.feed.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 2rem 1.25rem; align-items: start } article { display: grid; gap: .75rem; border-radius: .75rem } .media { overflow: hidden; border-radius: .75rem } .media.of-1 :is(img, video) { width: 100%; height: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: #000 } .kind-short .media { width: 60%; } .kind-short .media.of-1 video { aspect-ratio: 9 / 16; object-fit: cover }
.about-it { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; padding: 0 .25rem .5rem } .post { display: grid; gap: .25rem } .more { font-size: .875rem; color: var(--ink-2) } .more summary { min-height: 1.5rem } .who { font-size: .875rem } .who strong { font-weight: 400; color: var(--ink-2) } .handle { overflow-wrap: anywhere }`,
}
