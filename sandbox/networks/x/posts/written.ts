import { usernameOf } from '../people/users.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Post } from '../state/records.ts'
import { cutTo, piecesOf, weightOf } from './text.ts'

interface Written {
  readonly text: string
  readonly entities: Readonly<Record<string, readonly object[]>>
  readonly note: { readonly text: string; readonly entities: object } | null
}

/** Returns the text as the network does: with links shortened, the files as a link at the end, and a long text cut. */
export function writtenOf(platform: Platform, post: Post): Written {
  const isLong = weightOf(post.text) > 280
  const full = rendered(platform, post, addressed(post))
  if (!isLong) return { ...full, note: null }
  const short = rendered(platform, post, `${cutTo(post.text, 250).trimEnd()}…`)
  return { ...short, note: { text: full.text, entities: full.entities } }
}

/** Returns a reply with the handle of the person above it in front, which X adds without counting it. */
function addressed({ text, replyTo, person }: Post): string {
  if (!replyTo || replyTo.person === person) return text
  const handle = `@${usernameOf(replyTo.person)} `
  return text.startsWith(handle) ? text : handle + text
}

function rendered(platform: Platform, post: Post, text: string): Pick<Written, 'text' | 'entities'> {
  const entities: Record<string, object[]> = {}
  let out = ''
  const note = (kind: string, entity: object) => {
    entities[kind] = [...(entities[kind] ?? []), entity]
  }
  const put = (words: string, kind?: string, more?: object) => {
    const start = [...out].length
    out += words
    if (kind !== undefined) note(kind, { start, end: start + [...words].length, ...more })
  }
  for (const [nr, piece] of piecesOf(text).entries()) {
    const bare = piece.text.slice(1)
    if (piece.kind === 'url') put(shortened(platform, post, nr), 'urls', linkOf(platform, post, nr, piece.text))
    else if (piece.kind === 'mention') put(piece.text, 'mentions', { username: bare, ...idOf(platform, bare) })
    else if (piece.kind === 'hashtag') put(piece.text, 'hashtags', { tag: bare })
    else if (piece.kind === 'cashtag') put(piece.text, 'cashtags', { tag: bare })
    else put(platform.rules.escapesText ? escaped(piece.text) : piece.text)
  }
  if (post.media.length > 0) {
    if (out !== '') put(' ')
    const url = shortened(platform, post, 'media')
    for (const file of post.media) {
      const start = [...out].length
      const place = { start, end: start + url.length, url }
      note('urls', { ...place, ...imageUrl(platform, post, file) })
    }
    put(url)
  }
  return { text: out, entities }
}

const idOf = (platform: Platform, username: string): object => {
  const person = platform.person(username.toLowerCase().replace('_', '-'))
  return person ? { id: person.id } : {}
}

function linkOf(platform: Platform, post: Post, nr: number, written: string): object {
  const expanded_url = /^https?:\/\//i.test(written) ? written : `http://${written}`
  const bare = expanded_url.replace(/^https?:\/\/(?:www\.)?/i, '')
  const display_url = bare.length > 27 ? `${bare.slice(0, 26)}…` : bare
  return { url: shortened(platform, post, nr), expanded_url, display_url }
}

function imageUrl({ rules }: Platform, post: Post, file: File): object {
  const kind = file.kind === 'image' ? 'photo' : 'video'
  return {
    expanded_url: rules.writesNulls ? null : `https://x.com/${usernameOf(post.person)}/status/${post.id}/${kind}/1`,
    display_url: `pic.x.com/${post.id.slice(-10)}`,
    media_key: file.key,
  }
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns a short link. The same position in a post gives the same link in every run. */
function shortened({ world }: Platform, { person, number }: Post, place: number | 'media'): string {
  const letters = Array.from({ length: 10 }, (_, at) => {
    const luck = world.random.fixed(`x/short/${person.name}/${number}/${place}/${at}`)
    return signs[Math.floor(luck * signs.length)]
  })
  return `https://t.co/${letters.join('')}`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
