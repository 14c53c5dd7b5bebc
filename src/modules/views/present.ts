import type { Db } from '#infra/db/client.ts'
import { type ProfileId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { resolveLabels } from '#modules/labels/index.ts'
import { listMembers } from '#modules/profiles/index.ts'
import { labelKey } from '#rules/label-key.ts'
import type { ViewRow } from './store.ts'

export type PresentedView = Omit<ViewRow, 'ownerUid' | 'labelId' | 'createdBy'> & {
  readonly createdByUid: ViewRow['createdBy']
  readonly shared: boolean
  readonly missing: ('account' | 'label' | 'author')[]
}

/** Presents views of one profile: with the current name of each label, and the filters that find nothing any longer. */
export async function presentViews(db: Db, profileId: ProfileId, rows: readonly ViewRow[]): Promise<PresentedView[]> {
  const labels = await labelsOf(db, profileId, rows)
  const accounts = await accountsOf(db, profileId, rows)
  const isAuthor = rows.some(({ filters }) => filters.author !== undefined)
  const people = new Set(isAuthor ? (await listMembers(db, profileId)).map(({ uid }) => toWire('usr', uid)) : [])
  return rows.map(({ ownerUid, labelId, createdBy, ...row }) => {
    const { label, account, author } = row.filters
    const found =
      label === undefined
        ? undefined
        : (labels.find(({ id }) => id === labelId) ?? labels.find(({ key }) => key === labelKey(label)))
    return {
      ...row,
      filters: found === undefined ? row.filters : { ...row.filters, label: found.name },
      shared: ownerUid === null,
      createdByUid: createdBy,
      missing: [
        ...(account === undefined || accounts.has(account) ? [] : (['account'] as const)),
        ...(label === undefined || found ? [] : (['label'] as const)),
        ...(author === undefined || people.has(author) ? [] : (['author'] as const)),
      ],
    }
  })
}

const labelsOf = async (db: Db, profileId: ProfileId, rows: readonly ViewRow[]) => {
  const ids = rows.flatMap(({ labelId }) => labelId ?? [])
  const names = rows.flatMap(({ filters }) => filters.label ?? [])
  return names.length === 0 ? [] : await resolveLabels(db, profileId, ids, names)
}

/** Returns the connected accounts of the profile, if a view names one. */
const accountsOf = async (db: Db, profileId: ProfileId, rows: readonly ViewRow[]): Promise<ReadonlySet<string>> => {
  const isNamed = rows.some(({ filters }) => filters.account !== undefined)
  return new Set(isNamed ? (await listProfileAccounts(db, profileId)).map(({ id }) => toWire('acc', id)) : [])
}
