import { randomBytes } from 'node:crypto'

/**
 * Ids are UUIDv7 in the database and in code, and `<prefix>_<26 characters>` on the wire. The wire text is Crockford
 * base32 of the same 128 bits, so both sort by creation time. The brand distinguishes kinds of IDs at compile time
 * only.
 */

declare const idKind: unique symbol
export type Id<Prefix extends string> = string & { readonly [idKind]: Prefix }

/** Maps each prefix to the table whose key it identifies. The generated table types get their brands from here. */
export const idPrefixes = {
  usr: 'app_user',
  prof: 'profile',
  plink: 'profile_link',
  pinv: 'profile_invite',
  ses: 'sign_in_session',
  pkey: 'passkey',
  key: 'api_key',
  app: 'connected_app',
  client: 'oauth_client',
  media: 'media',
  acc: 'account',
  set: 'account_set',
  txt: 'saved_text',
  ment: 'mention_entry',
  lbl: 'label',
  slots: 'slot_plan',
  view: 'saved_view',
  post: 'post',
  tgt: 'post_target',
  bulk: 'bulk_edit',
  rec: 'recurring_rule',
  shr: 'share_link',
  cmt: 'post_comment',
  tcm: 'team_comment',
  gst: 'guest',
  gdv: 'guest_device',
  conv: 'conversation',
  itm: 'inbox_item',
  rpl: 'inbox_reply',
  irl: 'inbox_rule',
  inn: 'conversation_note',
  snd: 'inbox_sender',
  cal: 'calendar_feed',
  note: 'calendar_note',
  csrc: 'calendar_source',
  idea: 'idea',
  stage: 'idea_stage',
  tkt: 'ticket',
  alert: 'alert',
  evt: 'event',
  wh: 'webhook_endpoint',
  dl: 'webhook_delivery',
  aud: 'audit_entry',
  run: 'self_test_run',
  ntc: 'notice',
  grp: 'directory_group',
} as const satisfies Record<string, string>

export type IdPrefix = keyof typeof idPrefixes
export type UserId = Id<'usr'>
export type ProfileId = Id<'prof'>
export type ProfileLinkId = Id<'plink'>
export type ProfileInviteId = Id<'pinv'>
export type SessionId = Id<'ses'>
export type PasskeyId = Id<'pkey'>
export type ApiKeyId = Id<'key'>
export type ConnectedAppId = Id<'app'>
export type OauthClientId = Id<'client'>
export type MediaId = Id<'media'>
export type AccountId = Id<'acc'>
export type AccountSetId = Id<'set'>
export type SavedTextId = Id<'txt'>
export type MentionEntryId = Id<'ment'>
export type LabelId = Id<'lbl'>
export type SlotPlanId = Id<'slots'>
export type SavedViewId = Id<'view'>
export type PostId = Id<'post'>
export type PostTargetId = Id<'tgt'>
export type BulkEditId = Id<'bulk'>
export type RecurringRuleId = Id<'rec'>
export type ShareLinkId = Id<'shr'>
export type PostCommentId = Id<'cmt'>
export type TeamCommentId = Id<'tcm'>
export type GuestId = Id<'gst'>
export type GuestDeviceId = Id<'gdv'>
export type DirectoryGroupId = Id<'grp'>
export type ConversationId = Id<'conv'>
export type InboxItemId = Id<'itm'>
export type InboxReplyId = Id<'rpl'>
export type InboxRuleId = Id<'irl'>
export type ConversationNoteId = Id<'inn'>
export type InboxSenderId = Id<'snd'>
export type CalendarFeedId = Id<'cal'>
export type CalendarNoteId = Id<'note'>
export type CalendarSourceId = Id<'csrc'>
export type IdeaId = Id<'idea'>
export type IdeaStageId = Id<'stage'>
export type TicketId = Id<'tkt'>
export type EventId = Id<'evt'>
export type WebhookEndpointId = Id<'wh'>
export type WebhookDeliveryId = Id<'dl'>
export type AuditEntryId = Id<'aud'>
export type RunId = Id<'run'>

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const hex = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const valueOfLetter = new Map([...alphabet].map((letter, value) => [letter, value]))
const patterns = new Map<string, RegExp>()

let lastMs = 0
let nth = 0

/**
 * Returns a new ID. Its first 48 bits are the given time. The rest is random, except for twelve bits that count within
 * one millisecond, so that IDs created by one process sort in the order of their creation.
 */
export function newId<Prefix extends string>(at: Date): Id<Prefix> {
  const bytes = takeRandom(16)
  const ms = at.getTime()
  // The count begins in the lower half of its range, which leaves room for at least two thousand more IDs.
  nth = ms === lastMs ? (nth + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
  lastMs = ms
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | nth, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return asUuid(bytes.toString('hex')) as Id<Prefix>
}

const asUuid = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`

/** Random bytes are fetched for 256 IDs at a time, because each fetch costs more than creating the rest of an ID. */
let random = randomBytes(4_096)
let taken = 0

function takeRandom(count: number): Buffer {
  if (taken + count > random.length) {
    random = randomBytes(random.length)
    taken = 0
  }
  taken += count
  return random.subarray(taken - count, taken)
}

/** Returns the smallest ID for a time. IDs begin with their time, so a time range is an ID range. */
export function lowestIdAt<Prefix extends string>(at: Date): Id<Prefix> {
  const ms = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8, 12)}-0000-0000-000000000000` as Id<Prefix>
}

/** Returns the pattern of a wire ID of this kind, as regular expression source. */
export const wirePattern = (prefix: string) => `^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`

/** Two letters encode ten bits; these are the positions of the hex digits in a UUID. */
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second))
const digitPlaces = Array.from({ length: 36 }, (_, place) => place).filter((place) => ![8, 13, 18, 23].includes(place))

/**
 * The 26 letters encode 130 bits: two zeros, then the 128 bits of the ID. The first two letters encode two hex digits,
 * and each further four letters encode five.
 */
export function toWire(prefix: string, id: string): string {
  if (!hex.test(id)) throw new Error(`not a uuid: ${prefix}_?`)
  let text = `${prefix}_${pairs[bitsOf(id, 0, 2)]}`
  for (let from = 2; from < digitPlaces.length; from += 5) {
    const bits = bitsOf(id, from, from + 5)
    text += `${pairs[bits >> 10]}${pairs[bits & 0x3ff]}`
  }
  return text
}

function bitsOf(id: string, from: number, to: number): number {
  let bits = 0
  for (let at = from; at < to; at++) {
    const code = id.charCodeAt(digitPlaces[at] ?? 0)
    bits = (bits << 4) | (code < 58 ? code - 48 : code - 87)
  }
  return bits
}

/** Parses a wire ID. Returns null if the text is not an ID of this kind. */
export function fromWire<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> | null {
  if (!patternOf(prefix).test(text)) return null
  let digits = ''
  let rest = 0
  let bits = -2
  for (const letter of text.slice(prefix.length + 1)) {
    rest = (rest << 5) | (valueOfLetter.get(letter) ?? 0)
    for (bits += 5; bits >= 4; rest &= (1 << bits) - 1) {
      bits -= 4
      digits += (rest >> bits).toString(16)
    }
  }
  return asUuid(digits) as Id<Prefix>
}

function patternOf(prefix: string): RegExp {
  const pattern = patterns.get(prefix) ?? new RegExp(wirePattern(prefix))
  patterns.set(prefix, pattern)
  return pattern
}
