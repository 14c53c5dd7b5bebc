import { CallFailed, type Connector, type JsonObject, type Metrics, type ReadCall } from '#connectors/connector.ts'

interface ToRead {
  readonly connector: Connector
  readonly call: ReadCall<JsonObject>
  readonly remoteIds: readonly string[]
  readonly now: Date
}

/**
 * Reads the counters of posts. If a network refuses those of a single post, the call for all of them fails. Each post
 * is then queried separately, and refused ones are left out, so that one post does not block an account's metrics. If
 * every post is refused, the failure is thrown.
 */
export async function readNumbers(toRead: ToRead): Promise<readonly Metrics[]> {
  const { connector, call, remoteIds } = toRead
  if (!connector.metrics || remoteIds.length === 0) return []
  try {
    return await connector.metrics(call, remoteIds)
  } catch (error) {
    // If reads are billed, the failure waits for the next reading.
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
