import type { Layout } from '../posts/layout.ts'

/** Messages in a chat, one below the other. */
export const chatLog: Layout = {
  width: 'narrow',
  draw: ({ face, who, words, media, attachments, counts }) =>
    `${face}<div class="post">${who}${words}${media}${attachments}${counts}</div>`,
  css: `
.feed.list { border: 1px solid var(--line); border-radius: .75rem; background: var(--surface) } article { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .75rem; padding: .75rem 1rem; border-radius: .75rem } .face { width: 2.25rem; height: 2.25rem; border-radius: .5rem; font-size: .875rem } .post { display: grid; gap: .125rem }`,
}
