/** The post to quote, identified as in its URL: by its author's handle or DID, and by its key. */
export interface Quoted {
  readonly actor: string
  readonly key: string
}

const actor = '(did:[a-z]+:[a-zA-Z0-9._:%-]{1,200}|[a-zA-Z0-9-]{1,63}(?:\\.[a-zA-Z0-9-]{1,63}){1,10})'
const inUri = new RegExp(`^at://${actor}/app\\.bsky\\.feed\\.post/([a-zA-Z0-9._:~-]{1,512})$`)
/** Every Bluesky app uses the same path for a post, so any host is accepted. */
const inLink = new RegExp(`/profile/${actor}/post/([a-zA-Z0-9._:~-]{1,512})/?$`)

/** Reads the link or AT URI of a post. Returns null if the text does not name a post. */
export function quotedIn(named: string): Quoted | null {
  const path = /^https?:/i.test(named) ? URL.parse(named)?.pathname : null
  const [, who, key] = (path ? inLink.exec(path) : inUri.exec(named)) ?? []
  return who === undefined || key === undefined ? null : { actor: who, key }
}

/** The failure of a quote whose post was deleted or whose author does not allow quotes. */
export const quoteMissing = 'QuoteMissing'
