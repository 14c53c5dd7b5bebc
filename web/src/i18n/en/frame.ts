import { adminPlaces } from './admin-places.ts'
import { shell } from './shell.ts'

/** The English texts of the frame around every page. They are part of the first script. */
export const frame = { adminPlaces, shell }
