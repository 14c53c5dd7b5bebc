import { z } from 'zod'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'

export const profileInput = z
  .string()
  .min(1)
  .optional()
  .describe('The id of a profile (prof_…), or its name. May be left out when there is only one.')

/** Returns the id of the profile that is meant. */
export async function findProfileId(api: Api, named: string | undefined): Promise<string> {
  if (named?.startsWith('prof_')) return named
  const profiles = await api.listProfiles()
  const meant = named === undefined ? profiles : profiles.filter(({ name }) => isSameName(name, named))
  const [first, ...others] = meant
  if (first && others.length === 0) return first.id
  const known = profiles.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (profiles.length === 0) return refuseInput('/profile', 'There is no profile yet. Create one first.')
  if (meant.length === 0) return refuseInput('/profile', `No profile is called so. There are: ${known}.`)
  return refuseInput('/profile', `Say which profile is meant. There are: ${known}.`)
}

const isSameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase()
