import { fail } from '../wire/answers.ts'
import type { ApiCall, Method } from '../wire/api.ts'
import { channelOf, personOf } from './messages.ts'

/** Methods about channels. */
export const conversationMethods: readonly Method[] = [
  { name: 'conversations.open', scope: 'im:write', writes: true, run: openConversation },
  { name: 'conversations.info', scope: null, run: readConversation },
]

function openConversation(call: ApiCall): object {
  const users = call.text('users').split(',').filter(Boolean)
  if (users.length !== 1) return fail(users.length === 0 ? 'users_list_not_supplied' : 'too_many_users')
  return { channel: { id: personOf(call, users[0] ?? '').dmId } }
}

function readConversation(call: ApiCall): object {
  const id = channelOf(call, call.text('channel'))
  const person = call.platform.personById(id)
  const scope = person ? 'im:read' : 'channels:read'
  if (!call.scopes.includes(scope)) fail('missing_scope', { needed: scope, provided: call.scopes.join(',') })
  if (person) return { channel: { id, is_im: true, is_channel: false, user: person.id } }
  return { channel: { id, is_im: false, is_channel: true, name: 'general', is_member: true, is_archived: false } }
}
