import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Incoming } from '../../../core/http/request.ts'
import { route } from '../../../core/http/route.ts'
import type { Route } from '../../../core/network.ts'
import { openHome, say, typeCommand, useShortcut, viewOf } from '../calls/person-acts.ts'
import { blocksOf, press, submit } from '../calls/press.ts'
import type { Platform } from '../state/platform.ts'
import type { Block, Person } from '../state/records.ts'
import { fail } from '../wire/answers.ts'
import { elementsOf } from '../wire/blocks.ts'
import { deskPage } from './page.ts'

const pollMs = 50

/** The page on which a person writes to the app, fills in its modals and presses its buttons. */
export function deskRoutes(platform: Platform): readonly Route[] {
  const path = '/desk/:person'
  return [
    route('GET', path, 'desk', { forPeople: true }, ({ params }) =>
      deskPage(platform, personCalled(platform, params.person)),
    ),
    route('POST', path, 'desk', { forPeople: true, accepts: ['form'] }, (incoming) => act(platform, incoming)),
  ]
}

const personCalled = (platform: Platform, name = ''): Person => platform.person(name) ?? fail('user_not_found')

async function act(platform: Platform, incoming: Incoming): Promise<Answer> {
  const person = personCalled(platform, incoming.params.person)
  const { origin, host } = incoming.headers
  // Another site's page must not submit these forms (CSRF).
  if (origin !== undefined && URL.parse(origin)?.host !== host) fail('not_allowed')
  const before = summarize(platform, person)
  await perform(platform, person, incoming)
  const untilMs = Date.now() + platform.rules.deskWaitMs
  while (summarize(platform, person) === before && Date.now() < untilMs) await pause(pollMs)
  return { status: 303, headers: { location: `/slack/desk/${encodeURIComponent(person.name)}` } }
}

/** Summarizes what a person sees. It changes when the app has responded. */
const summarize = (platform: Platform, { home, modals }: Person): string =>
  [
    platform.messages.filter(({ author }) => author === null).length,
    platform.messages.filter(({ editedTs, deleted }) => editedTs !== null || deleted).length,
    home?.hash,
    ...modals.map(({ id, hash, errors }) => `${id}${hash}${Object.keys(errors).join()}`),
  ].join(' ')

async function perform(platform: Platform, person: Person, { body }: Incoming): Promise<void> {
  const fields = body.kind === 'form' ? body.fields : []
  const field = (name: string) => fields.find(([key]) => key === name)?.[1] ?? ''
  const pressed = field('press')
  switch (field('do')) {
    case 'write': {
      const text = field('text').trim()
      if (text.startsWith('/')) return void (await typeCommand(platform, person, text))
      return text === '' ? undefined : void (await say(platform, person, { text }))
    }
    case 'home':
      return void (await openHome(platform, person))
    case 'shortcut':
      return void (await useShortcut(platform, person, null))
    case 'message': {
      const message = platform.messages.find(({ ts }) => ts === field('ts'))
      if (!message) return
      if (pressed === '') return void (await useShortcut(platform, person, message))
      return void (await press(platform, person, message, pressed))
    }
    case 'close':
      person.modals.pop()
      return
    case 'view': {
      const view = viewOf(person)
      if (!view) return
      const values = valuesOf(blocksOf(view), fields)
      if (pressed !== '') return void (await press(platform, person, view, pressed, { values }))
      return void (await submit(platform, person, values))
    }
    default:
      return
  }
}

type FormValues = Record<string, Record<string, object>>

/** Converts the fields of the desk's form to the values of a view, each in the shape of its element. */
function valuesOf(blocks: readonly Block[], fields: readonly (readonly [string, string])[]): FormValues {
  const values: FormValues = {}
  for (const [at, block] of blocks.entries()) {
    const blockId = String(block.block_id ?? `b${at}`)
    for (const element of elementsOf(block)) {
      if (element.type === 'button') continue
      const name = `${blockId}/${element.action_id}`
      const given = fields.filter(([key]) => key === name).map(([, value]) => value)
      values[blockId] = { ...values[blockId], [String(element.action_id)]: fieldValue(element, given) }
    }
  }
  return values
}

function fieldValue(element: Block, given: readonly string[]): object {
  const { type } = element
  const first = given[0] === undefined || given[0] === '' ? null : given[0]
  const options = (Array.isArray(element.options) ? element.options : []) as readonly Block[]
  switch (type) {
    case 'datepicker':
      return { type, selected_date: first }
    case 'timepicker':
      return { type, selected_time: first }
    case 'static_select':
      return { type, selected_option: options.find(({ value }) => value === first) ?? null }
    case 'multi_static_select':
    case 'checkboxes':
      return { type, selected_options: options.filter(({ value }) => given.includes(String(value))) }
    default:
      return { type, value: first }
  }
}
