/** The post to quote, as its address names it: by the handle or the DID of its author, and by its key. */
export interface Quoted {
  readonly actor: string
  readonly key: string
}

const actor = '(did:[a-z]+:[a-zA-Z0-9._:%-]{1,200}|[a-zA-Z0-9-]{1,63}(?:\\.[a-zA-Z0-9-]{1,63}){1,10})'
const inUri = new RegExp(`^at://${actor}/app\\.bsky\\.feed\\.post/([a-zA-Z0-9._:~-]{1,512})$`)
/** Every app for Bluesky has the same path to a post, so any host will do. */
const inLink = new RegExp(`/profile/${actor}/post/([a-zA-Z0-9._:~-]{1,512})/?$`)

/** Reads the link or the AT URI of a post. Null: the text names no post. */
export function quotedIn(named: string): Quoted | null {
  const path = /^https?:/i.test(named) ? URL.parse(named)?.pathname : null
  const [, who, key] = (path ? inLink.exec(path) : inUri.exec(named)) ?? []
  return who === undefined || key === undefined ? null : { actor: who, key }
}

/** The failure of a quote whose post was deleted, or whose author allows no quotes. */
export const quoteMissing = 'QuoteMissing'
