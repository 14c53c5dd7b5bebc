import type { Layout } from '../posts/layout.ts'
import { behindWarning } from '../posts/parts.ts'

/** Cards of a page, with its name above, full-width images, and comments under the metrics. */
export const pageFeed: Layout = {
  width: 'narrow',
  draw(parts) {
    const { face, who, title, words, media, attachments, counts } = parts
    return `<div class="head">${face}${who}</div>${behindWarning(parts, `${title}${words}${media}${attachments}`)}${counts}`
  },
  css: `
.feed.list { display: grid; gap: 1rem } .thread, .feed > article { border: 1px solid var(--line); border-radius: .75rem; background: var(--surface) }
article { display: grid; gap: .75rem; padding: 1rem; border-radius: .75rem } .head { display: flex; gap: .75rem; align-items: center } .head .who { display: grid; grid-template-columns: auto 1fr } .head .who strong { grid-column: 1 / -1 } .head .badge { position: absolute; inset: 1rem 1rem auto auto }
.media { margin-inline: -1rem } .media.of-3 { grid-template-columns: 1fr 1fr } .media.of-5 { grid-template-columns: repeat(6, 1fr) } .media.of-5 figure { grid-column: span 2 } .media.of-5 figure:nth-child(-n+2) { grid-column: span 3 }
.card { border-radius: 0; border-width: 1px 0; margin-inline: -1rem; background: var(--sunken) } .cards { display: flex } .counts { border-top: 1px solid var(--line); padding-top: .625rem }
.replies { padding: 0 1rem 1rem } .replies article { grid-template-columns: auto minmax(0, 1fr); gap: 0 .625rem; padding: 0 } .replies .head { display: contents } .replies .face { width: 2rem; height: 2rem; font-size: .875rem } .replies article > :not(.head) { grid-column: 2; margin-inline: 0 } .replies .counts { border: 0; padding: 0 } .replies .who { padding-top: .125rem }
.kind-story .media, .kind-reel .media { justify-content: center; background: oklch(.2 .01 260) } :is(.kind-story, .kind-reel) .media :is(img, video) { aspect-ratio: 9 / 16; max-height: 30rem; width: auto; object-fit: cover }`,
}
