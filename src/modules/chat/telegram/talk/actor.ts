import type { Caller } from '#kernel/caller.ts'
import { fromWire, type ProfileId, type UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { apiInside } from '#tasks/api.ts'
import { type Outcome, runTask } from '#tasks/run-task.ts'
import type { Api, Task } from '#tasks/task.ts'
import type { TelegramDeps } from '../deps.ts'
import type { ChatRow } from '../store/chats.ts'

/** The user as whom something is done, with the profile that the chat is about. */
export interface Actor {
  readonly uid: UserId
  readonly caller: Caller
  readonly api: Api
  /** Null: the user can reach no profile. */
  readonly profile: { readonly id: string; readonly name: string } | null
  readonly profiles: readonly { readonly id: string; readonly name: string }[]
  readonly timezone: string
  /** Runs a task of the catalogue. */
  run(task: Task, input?: object): Promise<Outcome>
}

/**
 * Returns who acts. `place` is the chat in which that happens: it chooses the profile. `wish` names what is wished, so
 * that doing it twice has one effect. Null: the user is gone or disabled.
 */
export async function openActor(
  deps: TelegramDeps,
  {
    uid,
    place,
    wish: params,
  }: { readonly uid: UserId; readonly place: Pick<ChatRow, 'profileId'> | undefined; readonly wish: string },
): Promise<Actor | null> {
  const caller = await callerOfUser(deps, uid, `req_${params}`)
  if (!caller) return null
  const api = apiInside(deps.inside.fetchAs(caller), { idempotencyKey: params })
  const profiles = await api.listProfiles()
  const isChosen = ({ id }: { id: string }) => fromWire('prof', id) === place?.profileId
  const profile = profiles.find(isChosen) ?? profiles[0] ?? null
  const timezone = profile?.timezone ?? (await api.getMe()).timezone
  return {
    uid,
    caller,
    api,
    profile,
    profiles,
    timezone,
    run: (task, input = {}) => runTask(task, api, input, { timezone }),
  }
}

export const toProfileId = (id: string): ProfileId | null => fromWire('prof', id)
