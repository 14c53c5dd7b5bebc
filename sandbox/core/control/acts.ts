import type { Act } from '../network.ts'

type Given = Readonly<Record<string, unknown>>

/** Creates acts of a network's people. An act without a matching person does nothing. */
export function actsOn<Subject extends object>(find: (name: string) => Subject | null) {
  const on =
    (act: (subject: Subject, given: Given) => object | undefined): Act =>
    (name, given = {}) => {
      const subject = find(name)
      return subject ? act(subject, given) : undefined
    }
  return {
    on,
    /** Changes fields and returns them. */
    set: (change: Partial<Subject>): Act =>
      on((subject) => {
        Object.assign(subject, change)
        return change
      }),
    /** Sets fields without returning them. */
    setQuietly: (change: Partial<Subject>): Act =>
      on((subject) => {
        Object.assign(subject, change)
        return undefined
      }),
    /** Deletes the latest post that is not deleted. */
    deleteLatest: <Post extends { readonly id: string; readonly deleted?: boolean }>(
      postsOf: (subject: Subject) => readonly Post[],
      remove: (post: Post) => void,
    ): Act =>
      on((subject) => {
        const latest = postsOf(subject).findLast(({ deleted }) => !deleted)
        if (latest) remove(latest)
        return { deleted: latest?.id ?? null }
      }),
  }
}
