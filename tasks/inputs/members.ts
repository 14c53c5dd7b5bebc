import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'

const mostNamed = 20

/** Finds members of a profile by their IDs or names. */
export async function findMembers(
  api: Api,
  profileId: string,
  wanted: readonly string[],
  pathOf: (index: number) => string,
): Promise<string[]> {
  const members = await api.listProfileMembers({ id: profileId })
  return wanted.map((word, index) => {
    const name = word.replace(/^@/, '').trim().toLowerCase()
    const found = members.filter((one) => one.uid === word || one.name.toLowerCase() === name)
    const [only, ...others] = found
    if (only && others.length === 0) return only.uid
    const known = (found.length > 0 ? found : members).map((one) => `${one.name} (${one.uid})`).slice(0, mostNamed)
    const problem = found.length > 0 ? 'matches several members' : 'must be a member of the profile'
    return refuseInput(pathOf(index), `${problem}: ${known.join(', ')}`)
  })
}
