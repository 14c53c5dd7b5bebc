import { describeRefusal } from '#tasks/run-task.ts'

/** A refusal in a conversation. Its message is shown to the person. */
class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Throws a refusal with a message for the person. */
export const decline = (sentence: string): never => {
  throw new Refusal(sentence)
}

/**
 * Returns the message for the person if a request was rejected. Throws any other error, because a later attempt may
 * succeed.
 */
export function explain(error: unknown): string {
  const sentence = error instanceof Refusal ? error.message : describeRefusal(error)
  if (sentence === null) throw error
  return sentence
}

/** Returns what a promise resolves to, or a message that explains the refusal. Any other error is thrown. */
export const orRefusal = <Shown>(shown: Promise<Shown>): Promise<Shown | { readonly text: string }> =>
  shown.catch((error: unknown) => ({ text: explain(error) }))

export const refusals = {
  noProfile: 'You don’t have a brand yet. Create one in Posthorn first.',
  noPost: 'This post no longer exists.',
  badCode: 'That code didn’t work. Codes work once and expire after 10 minutes. Create a new one in Posthorn.',
  disabled: 'Your account is disabled. Contact your server administrator.',
  changedSince: 'This post was edited. Review it again in Posthorn.',
  nothingToPost: 'I can’t post that. Send text, images, videos or documents.',
} as const
