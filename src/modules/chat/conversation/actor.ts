import type { Db } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import { fromWire, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import { callerOfUser } from '#modules/identity/index.ts'
import { apiInside } from '#tasks/api.ts'
import { listProfiles } from '#tasks/profiles/list-profiles.ts'
import type { Api } from '#tasks/task.ts'
import type { Face } from './message.ts'
import { decline, refusals } from './refusals.ts'

type Profiles = Awaited<ReturnType<typeof listProfiles.run>>['profiles']

/** The profile that a person works in, with the time zone in which times are shown and read. */
export interface Place {
  readonly profiles: Profiles
  readonly profile: Profiles[number]
  readonly timezone: string
}

/** The user that a person in a chat acts as. */
export interface Actor {
  readonly face: Face
  readonly clock: Clock
  readonly caller: Caller
  /** The API as that user. It rejects what the user may not do. */
  readonly api: Api
  /** Finds the profile with this ID, or else the chosen one. Throws a refusal if it does not exist. */
  findPlace(profileId?: string): Promise<Place>
  /** Stores the choice of a profile. Throws a refusal if the person may not choose here. */
  choose(profileId: ProfileId): Promise<void>
  /** Turns messages about new conversations on or off in this chat. Throws a refusal if the person may not. */
  tellInbox(isOn: boolean): Promise<void>
}

interface Opened extends Pick<Actor, 'face' | 'choose' | 'tellInbox'> {
  readonly uid: UserId
  readonly chosen: ProfileId | null
  readonly requestId: string
  /** Identifies the person's action. A repetition of it has no further effect. */
  readonly key: string
}

export interface ActorDeps {
  readonly db: Db
  readonly clock: Clock
  /** The API from inside the process. */
  readonly inside: { fetchAs(caller: Caller): typeof fetch }
}

/** Returns the acting user. Null if the user no longer exists or is disabled. */
export async function openActor(
  deps: ActorDeps,
  { uid, chosen, requestId, key, face, choose, tellInbox }: Opened,
): Promise<Actor | null> {
  const user = await callerOfUser(deps, uid, requestId)
  if (!user) return null
  const caller = { ...user, via: 'chat' as const }
  const api = apiInside(deps.inside.fetchAs(caller), { idempotencyKey: key })
  let known: Profiles | undefined
  return {
    face,
    clock: deps.clock,
    caller,
    api,
    choose,
    tellInbox,
    async findPlace(profileId = chosen ? toWire('prof', chosen) : '') {
      const profiles = known ?? (await listProfiles.run(api, {})).profiles
      known = profiles
      const profile = profiles.find(({ id }) => id === profileId) ?? profiles[0] ?? decline(refusals.noProfile)
      return { profiles, profile, timezone: profile.timezone ?? (await api.getMe()).timezone ?? 'UTC' }
    },
  }
}

/** Chooses a profile of the person by its ID. Returns its name. */
export async function chooseProfile(actor: Actor, id: string): Promise<string> {
  const { profiles } = await actor.findPlace()
  const profile = profiles.find((one) => one.id === id) ?? decline('This brand no longer exists.')
  await actor.choose(fromWire('prof', profile.id) as ProfileId)
  return profile.name
}
