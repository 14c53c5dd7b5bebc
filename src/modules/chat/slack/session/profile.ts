import type { ProfileId } from '#kernel/ids.ts'
import { fromWire, toWire } from '#kernel/ids.ts'
import { listProfiles } from '#tasks/profiles/list-profiles.ts'
import { refuseInput } from '#tasks/run-task.ts'
import { chooseProfile } from '../store/people.ts'
import type { LinkedSession } from './session.ts'

type Profiles = Awaited<ReturnType<typeof listProfiles.run>>['profiles']
type Profile = Profiles[number]

/** The profile in which a person works, with its time zone, in which Slack shows and asks for times. */
export interface Place {
  readonly profiles: Profiles
  readonly profile: Profile
  readonly timezone: string
}

/** Returns the profile that a person chose, or else the first that they can reach. */
export async function findPlace({ linked }: LinkedSession, wantedId?: string): Promise<Place> {
  const { profiles } = await listProfiles.run(linked.api, {})
  const chosen = wantedId ?? (linked.person.profileId ? toWire('prof', linked.person.profileId) : null)
  const profile = profiles.find(({ id }) => id === chosen) ?? profiles[0]
  if (!profile) return refuseInput('', 'You have no profile yet. Create one in Posthorn first.')
  const timezone = profile.timezone ?? (await linked.api.getMe()).timezone ?? 'UTC'
  return { profiles, profile, timezone }
}

/** Chooses the profile whose name a person types. */
export async function chooseNamed(session: LinkedSession, name: string): Promise<string> {
  const { profiles, profile } = await findPlace(session)
  const known = profiles.map((one) => one.name).join(', ')
  if (name === '') return `You work in ${profile.name}. Choose another with \`/posthorn profile NAME\`: ${known}.`
  const found = profiles.find((one) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase())
  if (!found) return `No profile has this name. Profiles: ${known}.`
  await chooseProfile(session.deps.db, session.linked.person, fromWire('prof', found.id) as ProfileId)
  return `You are now working in ${found.name}.`
}
