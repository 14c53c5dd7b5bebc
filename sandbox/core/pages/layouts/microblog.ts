import type { Layout } from '../posts/layout.ts'
import { behindWarning } from '../posts/parts.ts'

/** A column of short posts, with the avatar at the side and replies below, connected by a line. */
export const microblog: Layout = {
  width: 'narrow',
  draw(parts) {
    const { face, who, title, words, media, attachments, counts } = parts
    return `${face}<div class="post">${who}${behindWarning(parts, `${title}${words}${media}${attachments}`)}${counts}</div>`
  },
  css: `
.feed.list { display: grid; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface) } .feed.list > * + * { border-top: 1px solid var(--line) }
article { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; padding: 1rem; border-radius: .75rem } .post { display: grid; gap: .5rem; min-width: 0 } .post > .who + .words { margin-top: -.375rem }
.media { overflow: hidden; border: 1px solid var(--line); border-radius: .75rem } .warned > .media, .warned > .card { margin-top: .5rem }
.replies { gap: 0 } .replies article { padding-top: 0 } .thread:has(> .replies article) > article::before, .replies article:not(:last-child)::before { content: ""; position: absolute; inset-block: 3.75rem .25rem; inset-inline-start: 2.1875rem; width: 2px; border-radius: 1px; background: var(--line) } .replies article:not(:last-child)::before { inset-block-start: 2.75rem }`,
}
