import { type Db, inTx, type Tx } from '#infra/db/client.ts'

class Trial extends Error {}

/** Works in a transaction. A trial is rolled back, and returns its result all the same. */
export async function inTrial<Result>(db: Db, isTrial: boolean, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const done: Result[] = []
  try {
    return await inTx(db, async (tx) => {
      const result = await work(tx)
      done.push(result)
      if (isTrial) throw new Trial()
      return result
    })
  } catch (error) {
    const [result] = done
    if (error instanceof Trial && result !== undefined) return result
    throw error
  }
}
