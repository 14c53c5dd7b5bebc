import { describeRefusal } from '#tasks/run-task.ts'

/** The conversation cannot do something. Its message is the sentence for the person. */
class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Throws a sentence for the person. */
export const decline = (sentence: string): never => {
  throw new Refusal(sentence)
}

/** Returns the sentence for the person if a request was rejected. Throws any other error: a later attempt may succeed. */
export function explain(error: unknown): string {
  const sentence = error instanceof Refusal ? error.message : describeRefusal(error)
  if (sentence === null) throw error
  return sentence
}

/** Returns what a promise resolves to, or the sentence for the person as a message. Any other error is thrown. */
export const orRefusal = <Shown>(shown: Promise<Shown>): Promise<Shown | { readonly text: string }> =>
  shown.catch((error: unknown) => ({ text: explain(error) }))

export const refusals = {
  noProfile: 'There is no profile yet. Create one in Posthorn first.',
  noPost: 'This post no longer exists.',
  badCode: 'This code does not work. Codes work once, for ten minutes. Create a new one in Posthorn.',
  disabled: 'Your account is disabled. Ask the operator of this Posthorn.',
  changedSince: 'The post was changed since. Look at it again in Posthorn.',
  nothingToPost: 'I can make a post of texts, images, videos and documents. This is something else.',
} as const
