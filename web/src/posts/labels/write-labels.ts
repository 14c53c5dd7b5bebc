import { PosthornError } from '@posthorn/sdk'
import { labelKey } from '#rules/label-key.ts'
import { api } from '#web/app/api.ts'

/** The names of the labels to add and to remove. */
export interface LabelChange {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

const mostTries = 3

/**
 * Adds and removes labels of a post, and keeps those that someone else has given it in the meantime: each try is based
 * on the current version.
 */
export async function writeLabels(id: string, { add = [], remove = [] }: Partial<LabelChange>): Promise<void> {
  const [added, removed] = [add.map(labelKey), remove.map(labelKey)]
  for (let tries = 1; ; tries += 1) {
    let etag = ''
    const onAnswer = ({ headers }: { readonly headers: Headers }) => {
      etag = headers.get('etag') ?? ''
    }
    const { tags } = await api.getPost({ id }, { onAnswer })
    const kept = tags.filter((name) => ![...added, ...removed].includes(labelKey(name)))
    const known = tags.filter((name) => added.includes(labelKey(name)))
    const next = [...kept, ...known, ...add.filter((name) => !known.some((one) => labelKey(one) === labelKey(name)))]
    const isSame = next.length === tags.length && next.every((name) => tags.includes(name))
    if (isSame) return
    try {
      await api.updatePost({ id, tags: next }, etag === '' ? {} : { ifMatch: etag })
      return
    } catch (error) {
      if (!(error instanceof PosthornError && error.status === 412) || tries === mostTries) throw error
    }
  }
}
