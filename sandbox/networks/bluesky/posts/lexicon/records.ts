import { isTid } from '../../state/tid.ts'
import { invalid } from '../../wire/refusals.ts'
import { array, type Fields, object, string, typeOf } from './check.ts'
import { checkEmbed, type Found, type Sizes, strongRef } from './embed.ts'
import { checkFacets } from './facets.ts'

type Check = (record: Fields, key: string, found: Found, how: Sizes & { strict: boolean }) => void

/** The kinds of record whose schema the server knows; all others are stored unchecked. */
const schemas: Readonly<Record<string, Check>> = {
  'app.bsky.feed.post': checkPost,
  'app.bsky.feed.threadgate': checkGate,
  'app.bsky.feed.postgate': checkGate,
  'app.bsky.feed.like': checkLike,
}

export const isKnown = (collection: string): boolean => Object.hasOwn(schemas, collection)

/** Checks a record against its schema, and returns the blobs and posts that it refers to. */
export function checkRecord(collection: string, key: string, record: Fields, how: Sizes & { strict: boolean }): Found {
  const found: Found = { blobs: [], refs: [], link: null }
  schemas[collection]?.(record, key, found, how)
  return found
}

function checkPost(record: Fields, key: string, found: Found, how: Sizes & { strict: boolean }): void {
  if (!isTid(key)) invalid('Invalid record key: expected a TID')
  object(record, 'Record', ['text', 'createdAt'])
  const text = string(record.text, 'Record/text', { maxBytes: 3_000, maxGraphemes: 300 })
  string(record.createdAt, 'Record/createdAt', { format: 'datetime' })
  if (record.langs !== undefined) {
    for (const [at, lang] of array(record.langs, 'Record/langs', 3).entries())
      string(lang, `Record/langs/${at}`, { format: 'language' })
  }
  if (record.tags !== undefined) {
    for (const [at, tag] of array(record.tags, 'Record/tags', 8).entries())
      string(tag, `Record/tags/${at}`, { maxGraphemes: 64, maxBytes: 640 })
  }
  if (record.facets !== undefined) checkFacets(record.facets, 'Record/facets', text, how.strict)
  if (record.labels !== undefined) checkLabels(record.labels)
  if (record.reply !== undefined) {
    const reply = object(record.reply, 'Record/reply', ['root', 'parent'])
    found.refs.push({ ...strongRef(reply.root, 'Record/reply/root'), as: 'root' })
    found.refs.push({ ...strongRef(reply.parent, 'Record/reply/parent'), as: 'parent' })
  }
  if (record.embed !== undefined) checkEmbed(record.embed, 'Record/embed', found, how, how.strict)
}

function checkLabels(value: unknown): void {
  const labels = object(value, 'Record/labels')
  if (typeOf(labels, 'Record/labels') !== 'com.atproto.label.defs#selfLabels') return
  for (const [at, item] of array(
    object(labels, 'Record/labels', ['values']).values,
    'Record/labels/values',
    10,
  ).entries())
    string(object(item, `Record/labels/values/${at}`, ['val']).val, `Record/labels/values/${at}/val`, { maxBytes: 128 })
}

/** Checks the rules on who may reply to a post or quote it. Such a record has the same key as its post. */
function checkGate(record: Fields, key: string, _found: Found, how: Sizes & { strict: boolean }): void {
  if (!isTid(key)) invalid('Invalid record key: expected a TID')
  object(record, 'Record', ['post', 'createdAt'])
  const post = string(record.post, 'Record/post', { format: 'at-uri' })
  string(record.createdAt, 'Record/createdAt', { format: 'datetime' })
  if (record.allow !== undefined) {
    for (const [at, item] of array(record.allow, 'Record/allow', 5).entries())
      typeOf(object(item, `Record/allow/${at}`), `Record/allow/${at}`)
  }
  if (record.hiddenReplies !== undefined) {
    for (const [at, uri] of array(record.hiddenReplies, 'Record/hiddenReplies', 300).entries())
      string(uri, `Record/hiddenReplies/${at}`, { format: 'at-uri' })
  }
  if (how.strict && post.split('/').at(-1) !== key) invalid('Record/post must have the record key of the gate')
}

function checkLike(record: Fields, key: string): void {
  if (!isTid(key)) invalid('Invalid record key: expected a TID')
  object(record, 'Record', ['subject', 'createdAt'])
  strongRef(record.subject, 'Record/subject')
  string(record.createdAt, 'Record/createdAt', { format: 'datetime' })
}
