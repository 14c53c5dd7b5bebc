import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import type { NewFile } from '../chat/files.ts'
import { findButton, press, say, setBot } from '../chat/person-acts.ts'
import { messagesIn, type Platform } from '../state/platform.ts'
import type { Chat } from '../state/records.ts'
import { fail } from '../wire/answers.ts'
import { deskPage, type Place } from './page.ts'

/** The time for which the desk waits for an answer of the bot. */
const patienceMs = 2_000
const lookEveryMs = 50
const maxBytes = 25 * 1024 * 1024

/** The page on which a person writes to the bot, sends it files and presses its buttons. */
export function deskRoutes(platform: Platform): readonly Route[] {
  const path = '/desk/:person/:chat'
  return [
    route('GET', path, 'desk', { forPeople: true }, (incoming) => deskPage(platform, placeIn(platform, incoming))),
    route('POST', path, 'desk', { forPeople: true, accepts: ['form', 'multipart'], maxBytes }, (incoming) =>
      act(platform, incoming),
    ),
  ]
}

function placeIn(platform: Platform, { params }: Incoming): Place {
  const person = platform.person(params.person ?? '') ?? fail(404, 'Not Found')
  return { person, chat: params.chat === 'group' ? platform.group() : platform.chatOf(person) }
}

async function act(platform: Platform, incoming: Incoming): Promise<Answer> {
  const place = placeIn(platform, incoming)
  const { origin, host } = incoming.headers
  // A page of another site that a person has open must not act here.
  if (origin !== undefined && URL.parse(origin)?.host !== host) fail(403, 'Forbidden')
  const before = standOf(platform, place.chat)
  await perform(platform, place, incoming)
  const untilMs = Date.now() + patienceMs
  while (standOf(platform, place.chat) === before && Date.now() < untilMs) await pause(lookEveryMs)
  return { status: 303, headers: { location: `/telegram${incoming.path}` } }
}

/** Summarizes what the bot has said. It changes when the bot answers. */
const standOf = (platform: Platform, chat: Chat): string =>
  messagesIn(platform, chat)
    .filter(({ from }) => from === null)
    .map(({ id, editedAtMs, deleted }) => `${id}${editedAtMs}${deleted}`)
    .join()

async function perform(platform: Platform, { person, chat }: Place, { body }: Incoming): Promise<void> {
  const fields = body.kind === 'form' || body.kind === 'multipart' ? body.fields : []
  const field = (name: string) => fields.find(([key]) => key === name)?.[1] ?? ''
  const pressed = field('press')
  if (pressed !== '') {
    const found = findButton(platform, chat, pressed)
    if (found) await press(platform, person, found.message, found.button)
  } else if (field('do') === 'bot') {
    await setBot(platform, person, chat, chat.bot === 'member' ? 'kicked' : 'member')
  } else {
    const sent = body.kind === 'multipart' ? body.files.filter(({ size }) => size > 0) : []
    const text = field('text').trim()
    if (text !== '' || sent.length > 0) await say(platform, person, chat, { text, files: sent.map(fileOf) })
  }
}

const fileOf = ({ filename, mime, bytes }: { filename: string; mime: string; bytes: Buffer }): NewFile => ({
  kind: /^image\/(?:jpeg|png|webp)$/.test(mime) ? 'photo' : mime.startsWith('video/') ? 'video' : 'document',
  name: filename,
  mime,
  bytes,
})
