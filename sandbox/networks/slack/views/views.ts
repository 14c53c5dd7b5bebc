import { isTree } from '../../../core/kit/tree.ts'
import { personOf } from '../chat/messages.ts'
import type { Platform } from '../state/platform.ts'
import type { Block, Person, View } from '../state/records.ts'
import { fail } from '../wire/answers.ts'
import type { ApiCall, Method } from '../wire/api.ts'
import { checkBlocks, isLabel } from '../wire/blocks.ts'

const maxStacked = 3
const maxTitle = 24
const maxMetadata = 3_000

/** Methods that show views to a person: modals, and the home tab. */
export const viewMethods: readonly Method[] = [
  { name: 'views.open', scope: null, writes: true, run: openView },
  { name: 'views.push', scope: null, writes: true, run: pushView },
  { name: 'views.update', scope: null, writes: true, run: updateView },
  { name: 'views.publish', scope: null, writes: true, run: publishHome },
]

function openView(call: ApiCall): object {
  const sent = checkView(call.args.view, 'modal')
  const person = takeTrigger(call)
  person.modals.length = 0
  return { view: shownView(stack(call.platform, person, sent)) }
}

function pushView(call: ApiCall): object {
  const sent = checkView(call.args.view, 'modal')
  const person = takeTrigger(call)
  if (person.modals.length === 0) fail('not_found')
  if (person.modals.length >= maxStacked) fail('push_limit_reached')
  return { view: shownView(stack(call.platform, person, sent)) }
}

function updateView(call: ApiCall): object {
  const view = call.platform.views.get(call.text('view_id'))
  if (view?.person.workspace !== call.workspace || !isOpen(view)) return fail('not_found')
  if (call.args.hash !== undefined && call.args.hash !== view.hash) fail('hash_conflict')
  replaceView(call.platform, view, checkView(call.args.view, view.type))
  return { view: shownView(view) }
}

function publishHome(call: ApiCall): object {
  const person = personOf(call, call.text('user_id'))
  const sent = checkView(call.args.view, 'home')
  if (call.args.hash !== undefined && call.args.hash !== person.home?.hash) fail('hash_conflict')
  if (person.home) replaceView(call.platform, person.home, sent)
  else person.home = newView(call.platform, person, sent)
  return { view: shownView(person.home) }
}

/** Uses the trigger that a call names. Each opens one view, within three seconds. */
function takeTrigger({ platform, workspace, text }: ApiCall): Person {
  const trigger = platform.triggers.get(text('trigger_id'))
  if (trigger?.person.workspace !== workspace) return fail('invalid_trigger_id')
  if (trigger.isUsed) return fail('exchanged_trigger_id')
  if (trigger.untilMs <= platform.world.clock.ms()) return fail('expired_trigger_id')
  trigger.isUsed = true
  return trigger.person
}

export function stack(platform: Platform, person: Person, sent: Block): View {
  const view = newView(platform, person, sent)
  person.modals.push(view)
  return view
}

function newView(platform: Platform, person: Person, sent: Block): View {
  const type = sent.type === 'home' ? 'home' : 'modal'
  const view: View = { id: platform.idWith('V'), person, type, hash: '', sent, errors: {} }
  replaceView(platform, view, sent)
  platform.views.set(view.id, view)
  return view
}

/** Replaces the content of an open view. */
export function replaceView(platform: Platform, view: View, sent: Block): void {
  Object.assign(view, { sent, errors: {}, hash: `${platform.nextTs()}.${platform.secret().slice(0, 8)}` })
}

const isOpen = (view: View): boolean => view.person.home === view || view.person.modals.includes(view)

/** Checks a view as Slack does. */
export function checkView(value: unknown, type: View['type']): Block {
  const wrong = (why: string) => fail('invalid_arguments', { response_metadata: { messages: [`[ERROR] ${why}`] } })
  if (!isTree(value) || value.type !== type) return wrong(`view.type must be ${type}`)
  if (!Array.isArray(value.blocks)) return wrong('missing blocks')
  const blocks = checkBlocks(value.blocks, 'view')
  if (String(value.private_metadata ?? '').length > maxMetadata) wrong('private_metadata is too long')
  if (type === 'home') return value
  if (!isLabel(value.title, maxTitle, 'plain_text')) wrong('title must be 1 to 24 characters of plain text')
  for (const name of ['submit', 'close'])
    if (value[name] !== undefined && !isLabel(value[name], maxTitle, 'plain_text')) wrong(`${name} is too long`)
  const hasInput = blocks.some((block) => block.type === 'input')
  return hasInput && value.submit === undefined
    ? wrong('submit is required when an input block is within blocks')
    : value
}

/** A view as calls and deliveries show it. */
export const shownView = ({ id, hash, type, sent, person }: View, values: object = {}): object => ({
  ...sent,
  id,
  hash,
  type,
  team_id: person.workspace.id,
  state: { values },
  root_view_id: person.modals[0]?.id ?? id,
  private_metadata: sent.private_metadata ?? '',
  callback_id: sent.callback_id ?? '',
})
