import { inTx, type Tx } from '#infra/db/client.ts'
import { before, minutes } from '#kernel/clock.ts'
import { toWire, type UserId } from '#kernel/ids.ts'
import { languageOf } from '#kernel/language.ts'
import { openPage, pageOf, postPage } from '#kernel/pages.ts'
import { queueMail } from '#modules/mail/index.ts'
import type { NoticeDeps } from '../deps.ts'
import {
  type DueNotice,
  findReader,
  listWaitingPeople,
  lockDueNotices,
  readRecent,
  setMailed,
  setUnmailed,
} from '../store/due.ts'
import { buildOffUrl } from './turn-off.ts'
import { type MailedKind, words } from './words.ts'

/** An email waits this long, so that a cause that ends soon, or is seen on the page, has none. */
const waitsMs = minutes(3)
/** More causes than this within the window become one email. */
const mostMails = 20
const windowMs = minutes(10)
/** Notices read for one email. The rest of a storm follow in the next. */
const mostRead = 1_000

/**
 * Emails what people have not read, one person per transaction. The email is queued in the transaction that marks the
 * notices, so each is emailed at most once, on any number of nodes and whatever stops.
 */
export async function mailNotices(deps: NoticeDeps, signal: AbortSignal): Promise<void> {
  for (const uid of await listWaitingPeople(deps.db, before(deps.clock.now(), waitsMs))) {
    if (signal.aborted) return
    await inTx(deps.db, (tx) => mailPerson(deps, tx, uid))
  }
}

async function mailPerson(deps: NoticeDeps, tx: Tx, uid: UserId): Promise<void> {
  const now = deps.clock.now()
  const due = await lockDueNotices(tx, uid, mostRead)
  const [other, wanted] = [due.filter((one) => !isMailed(deps, one)), due.filter((one) => isMailed(deps, one))]
  await setUnmailed(
    tx,
    other.map(({ id }) => id),
  )
  const reader = await findReader(tx, uid)
  if (!reader?.email || wanted.length === 0)
    return await setUnmailed(
      tx,
      wanted.map(({ id }) => id),
    )
  const { mailed } = await readRecent(tx, uid, before(now, windowMs))
  const isStorm = mailed + wanted.length > mostMails
  // The next email of a storm follows when the window since the last one is over.
  if (isStorm && mailed > 0) return
  await setMailed(
    tx,
    wanted.map(({ id }) => id),
    now,
  )
  const to = { ...reader, uid, email: reader.email }
  if (isStorm) return await queueDigest(deps, tx, to, wanted)
  for (const one of wanted) await queueNotice(deps, tx, to, one)
}

/** Posts of the sandbox are emailed only where emails go to its own page. */
const isMailed = ({ config }: NoticeDeps, { kind, isSandbox }: DueNotice): boolean =>
  isMailedKind(kind) && !(isSandbox && config.smtpUrl !== null)

const isMailedKind = (kind: string): kind is MailedKind => Object.hasOwn(words.en.notices, kind)

interface Reader {
  readonly uid: UserId
  readonly name: string
  readonly email: string
  readonly locale: string
  readonly timezone: string
}

/** Names the day on which the access of an account ends, where the reader is. */
const dayOf = ({ expiresAt }: DueNotice, { locale, timezone: timeZone }: Reader): string =>
  expiresAt === null
    ? ''
    : expiresAt.toLocaleDateString(languageOf(locale), { weekday: 'long', day: 'numeric', month: 'long', timeZone })

async function queueNotice(deps: NoticeDeps, tx: Tx, reader: Reader, notice: DueNotice): Promise<void> {
  const { kind, profile, profileId, postId, post, picture, view, teamCommentId } = notice
  if (!isMailedKind(kind)) return
  const { notices, because, becauseTeam, stop } = words[languageOf(reader.locale)]
  const unsubscribeUrl = buildOffUrl(deps, { uid: reader.uid, kind })
  await queueMail(deps, tx, {
    to: reader.email,
    locale: reader.locale,
    template: 'notice',
    picture,
    view,
    values: {
      name: reader.name,
      ...notices[kind](notice, dayOf(notice, reader)),
      post: post ?? '',
      because: teamCommentId === null ? because(profile) : becauseTeam(profile),
      stop,
      link:
        postId === null
          ? pageOf(deps.config, profileId, 'connections')
          : `${postPage(deps.config, profileId, postId)}${teamCommentId === null ? '' : `#${toWire('tcm', teamCommentId)}`}`,
      url: deps.config.publicUrl,
      unsubscribeUrl,
    },
    unsubscribeUrl,
  })
}

const mostListed = 20

async function queueDigest(deps: NoticeDeps, tx: Tx, reader: Reader, all: readonly DueNotice[]): Promise<void> {
  const { notices, manyTitle, many, more } = words[languageOf(reader.locale)]
  const titles = all.flatMap((one) =>
    isMailedKind(one.kind) ? [notices[one.kind](one, dayOf(one, reader)).title] : [],
  )
  const listed = titles.slice(0, mostListed)
  const rest = titles.length - listed.length
  const unsubscribeUrl = buildOffUrl(deps, { uid: reader.uid, kind: 'all' })
  await queueMail(deps, tx, {
    to: reader.email,
    locale: reader.locale,
    template: 'notice-digest',
    values: {
      name: reader.name,
      title: manyTitle(titles.length),
      detail: many,
      causes: [...listed, ...(rest > 0 ? [more(rest)] : [])].join('\n'),
      link: openPage(deps.config, ''),
      url: deps.config.publicUrl,
      unsubscribeUrl,
    },
    unsubscribeUrl,
  })
}
