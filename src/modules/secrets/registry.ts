import type { Setting } from '#infra/config/table/setting.ts'
import { refuse } from '#kernel/errors.ts'
import type { SecretDeps } from './deps.ts'

/** The names of all secrets that the installation may hold, as the tables of settings mark them. */
export const listStorable = ({
  everySetting,
}: Pick<SecretDeps, 'everySetting'>): readonly (readonly [string, Setting])[] =>
  Object.entries(everySetting).filter(([, { isStorable }]) => isStorable)

/** Refuses a name that is no secret of this version. */
export function requireStorable(deps: Pick<SecretDeps, 'everySetting'>, name: string): Setting {
  const found = listStorable(deps).find(([one]) => one === name)
  return found ? found[1] : refuse('secret_not_found')
}
