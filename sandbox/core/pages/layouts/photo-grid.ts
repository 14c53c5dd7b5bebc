import type { Layout } from '../posts/layout.ts'

/**
 * A grid of squares with stories above it. The post in the URL is shown in full across the grid, with its files in a
 * scrollable row.
 */
export const photoGrid: Layout = {
  width: 'wide',
  inCircles: ['Story'],
  draw({ post, face, who, words, media, attachments, counts }) {
    const about = `${post.kind ?? 'Post'} by ${post.account}${post.media.length > 1 ? `, ${post.media.length} files` : ''}`
    return `<a class="open" href="#${encodeURIComponent(post.id)}"><span class="sr">${about}</span></a>${media}<div class="post"><div class="head">${face}${who}</div>${words}${attachments}${counts}</div>`
  },
  css: `
.feed.list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 31%), 1fr)); gap: 4px; align-items: start } .thread { display: contents } article { display: grid }
.head { display: flex; gap: .75rem; align-items: center } .head .face { width: 2.25rem; height: 2.25rem; font-size: .875rem } .post { display: grid; gap: .75rem; align-content: start; padding: 1rem; min-width: 0 } .counts { border-top: 1px solid var(--line); padding-top: .625rem } .media { min-width: 0 }
article:not(:target) { aspect-ratio: 1; overflow: hidden; background: var(--sunken) } article:not(:target) > .open { position: absolute; inset: 0; z-index: 1 } article:not(:target) > .open:focus-visible { outline-offset: -4px; outline-color: var(--brass) } article:not(:target) > .post { display: none }
article:not(:target) .media { display: block; height: 100% } article:not(:target) .media :is(img, video) { aspect-ratio: 1; height: 100%; max-height: none; object-fit: cover } article:not(:target) :is(figcaption, figure + figure) { display: none } article:not(:target) .media figure { display: block; height: 100% } article:not(:target) video::-webkit-media-controls { display: none !important } article:not(:target):has(figure + figure)::after, article.kind-reel:not(:target)::after { content: "❐"; position: absolute; inset: .375rem .5rem auto auto; color: #fff; text-shadow: 0 0 4px #000 } article.kind-reel:not(:target)::after { content: "▶" } article.kind-story:not(:target) { display: none }
article:target { grid-column: 1 / -1; grid-template-columns: minmax(0, 1.4fr) minmax(0, 1fr); margin-block: .75rem; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; background: var(--surface) } article:target > .open { display: none } article:target .media { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; gap: 0; align-items: center; background: oklch(.2 .01 260) } article:target figure { flex: 0 0 100%; scroll-snap-align: start } article:target .media :is(img, video) { width: 100%; height: auto; max-height: 36rem; object-fit: contain; aspect-ratio: auto; background: none }
article:target.kind-story, article:target.kind-reel { max-width: 50rem; justify-self: center; width: 100% }
.replies { display: none; grid-column: 1 / -1; padding: 0 1rem 1rem } article:target + .replies, .replies:has(:target) { display: grid } .replies article, .replies article:target { display: block; aspect-ratio: auto; overflow: visible; margin: 0; border: 0; background: none } .replies article > .post, .replies article:not(:target) > .post { display: grid; padding: 0; gap: .25rem } .replies article > .open { display: none } .replies .counts { border: 0; padding: 0 }
@media (max-width: 48rem) { article:target { grid-template-columns: minmax(0, 1fr) } }`,
}
