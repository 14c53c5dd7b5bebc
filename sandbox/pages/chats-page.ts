import type { Answer } from '../core/http/request.ts'
import type { Network } from '../core/network.ts'
import { escaped, face, tile } from '../core/pages/frame/html.ts'
import { page } from '../core/pages/frame/page.ts'
import { namesOf } from './page-links.ts'
import { wordsOf } from './post-words.ts'

const css = `
.chats { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 1rem } .chats header { display: flex; gap: .75rem; align-items: center; padding: 1rem } .chats a { display: flex; gap: .75rem; align-items: center; padding: .75rem 1rem; border-top: 1px solid var(--line); color: inherit; text-decoration: none } .chats a:hover { background: var(--sunken) } .chats a:focus-visible { outline-offset: -2px } .chats a > span:last-child { min-width: 0 } .chats .quiet { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap } .chats section { overflow: hidden }`

/** Renders the page with the chats between people and the app. */
export function chatsPage(networks: readonly Network[]): Answer {
  const chats = networks.filter(({ desk }) => desk).map(drawChat)
  const body = `<main class="middle"><div class="lead"><div><h1>Chats</h1><p>Use Posthorn in a chat: link an account, ask for a draft, press the buttons.</p></div></div><div class="chats">${chats.join('')}</div></main>`
  return page({ title: 'Chats', place: '/chats', css, body })
}

function drawChat(network: Network): string {
  const people = namesOf(network).map((name) => {
    const [latest] = network.feed({ account: name, limit: 1 })
    const summary = latest ? wordsOf(latest) : 'No messages yet. Write the first one.'
    return `<a href="${network.desk?.(name) ?? ''}">${face(name, name.toUpperCase())}<span><strong>${escaped(name)}</strong><span class="quiet">${escaped(summary)}</span></span></a>`
  })
  return `<section class="panel"><header>${tile(network.title)}<h2>${escaped(network.title)}</h2></header>${people.join('')}</section>`
}
