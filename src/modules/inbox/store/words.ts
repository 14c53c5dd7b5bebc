import { type RawBuilder, sql } from 'kysely'
import { containing } from '#infra/db/containing.ts'
import type { ProfileId } from '#kernel/ids.ts'
import { isSpaceless, wordsIn } from '../words.ts'

/** SQL: the words of the two indexes, as migration 0144 writes them. */
const wordsOfItem = sql`to_tsvector('simple', translate(i.text, '@.-_+/:', '       '))`
const wordsOfSender = sql`to_tsvector('simple', translate(s.handle || ' ' || coalesce(s.name, ''), '@.-_+', '     '))`

interface Search {
  /** SQL over an item `i` and its sender `s`. */
  readonly isSaid: RawBuilder<unknown>
  /** SQL: the IDs of the profile's conversations with such an item. */
  readonly said: RawBuilder<unknown>
}

/**
 * Returns the conditions of a search: all words begin words of an item, or of the name and handle of its sender. Words
 * in scripts without spaces may be anywhere.
 */
export function searching(q: string, profileId: ProfileId): Search {
  const words = wordsIn(q)
  const accounts = sql`(select id from account where profile_id = ${profileId})`
  const items = sql`select i.conversation_id from inbox_item i join inbox_sender s on s.id = i.sender_id`
  if (words.length === 0 || isSpaceless(q)) {
    const like = containing(q)
    const isSaid = sql`(i.text ilike ${like} or s.name ilike ${like} or s.handle ilike ${like})`
    return { isSaid, said: sql`${items} where i.account_id in ${accounts} and ${isSaid}` }
  }
  const query = sql`to_tsquery('simple', ${words.map((one) => `'${one}':*`).join(' & ')})`
  return {
    isSaid: sql`(${wordsOfItem} @@ ${query} or ${wordsOfSender} @@ ${query})`,
    said: sql`
      select i.conversation_id from inbox_item i where i.account_id in ${accounts} and ${wordsOfItem} @@ ${query}
      union all
      ${items} where s.account_id in ${accounts} and ${wordsOfSender} @@ ${query}`,
  }
}
