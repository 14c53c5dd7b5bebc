import { z } from 'zod'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'

const named = 'The profile’s ID (prof_…) or name.'

export const profileInput = z.string().min(1).exactOptional().describe(`${named} Optional if there is only one.`)

export const profileFilter = z
  .string()
  .min(1)
  .exactOptional()
  .describe(`${named} If omitted, includes all profiles that you can access.`)

/** Finds the ID of the profile with this ID or name. */
export async function findProfileId(api: Api, named: string | undefined): Promise<string> {
  if (named?.startsWith('prof_')) return named
  const profiles = await api.listProfiles()
  const meant = named === undefined ? profiles : profiles.filter(({ name }) => isSameName(name, named))
  const [first, ...others] = meant
  if (first && others.length === 0) return first.id
  const known = profiles.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (profiles.length === 0) return refuseInput('/profile', 'You have no profiles yet. Create one first.')
  if (meant.length === 0) return refuseInput('/profile', `No profile has this name. Profiles: ${known}.`)
  return refuseInput('/profile', `Specify a profile. Profiles: ${known}.`)
}

/** Returns the query parameters that limit a list to a profile, if one is named. */
export async function filterProfile(api: Api, named: string | undefined): Promise<{ readonly profileId?: string }> {
  return named === undefined ? {} : { profileId: await findProfileId(api, named) }
}

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()
