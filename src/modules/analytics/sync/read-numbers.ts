import { CallFailed, type Connector, type JsonObject, type Metrics, type ReadCall } from '#connectors/connector.ts'

interface ToRead {
  readonly connector: Connector
  readonly call: ReadCall<JsonObject>
  readonly remoteIds: readonly string[]
  readonly now: Date
}

/**
 * Reads the counters of posts. Where a network refuses to tell those of one post, the call for all of them fails. Each post is
 * then asked about by itself, and those that are refused are left out, so that one post does not end the numbers of an account.
 * The failure stands where every post is refused.
 */
export async function readNumbers(toRead: ToRead): Promise<readonly Metrics[]> {
  const { connector, call, remoteIds } = toRead
  if (!connector.metrics || remoteIds.length === 0) return []
  try {
    return await connector.metrics(call, remoteIds)
  } catch (error) {
    // Where each read is paid for, the failure waits for the next look.
    if (remoteIds.length === 1 || connector.readsAreBilled || !isRefused(toRead, error)) throw error
    const answers = await readEach(toRead)
    if (answers.length === 0) throw error
    return answers
  }
}

async function readEach(toRead: ToRead): Promise<readonly Metrics[]> {
  const answers: Metrics[] = []
  for (const remoteId of toRead.remoteIds)
    try {
      answers.push(...((await toRead.connector.metrics?.(toRead.call, [remoteId])) ?? []))
    } catch (error) {
      if (!isRefused(toRead, error)) throw error
    }
  return answers
}

const isRefused = ({ connector, now }: ToRead, error: unknown): boolean =>
  error instanceof CallFailed && connector.judge(error.failure, 'metrics', now)?.is === 'refused'
