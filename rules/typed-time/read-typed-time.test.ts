import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTypedTime } from './read-typed-time.ts'

const read = (text: string, wall = '2026-11-22T15:20', now = new Date('2026-11-22T14:20:00Z')) =>
  readTypedTime(text, { now, wall })

test('typed times are read as intended, in each language', () => {
  const table: readonly (readonly [string, string | null])[] = [
    ['thu 9', '2026-11-26T09:00'],
    ['Thursday at 9:30', '2026-11-26T09:30'],
    ['9:30 thursday', '2026-11-26T09:30'],
    ['mo 9', '2026-11-23T09:00'],
    ['Do 18 Uhr', '2026-11-26T18:00'],
    ['am Donnerstag um 18.15', '2026-11-26T18:15'],
    ['do', '2026-11-26T09:00'],
    ['sun 16', '2026-11-22T16:00'],
    ['sun 9', '2026-11-29T09:00'],
    ['so 9', '2026-11-29T09:00'],
    ['next mon 9', '2026-11-23T09:00'],
    ['next fri', '2026-11-27T09:00'],
    ['nächsten Mi 12:00', '2026-11-25T12:00'],
    ['tomorrow 9:30', '2026-11-23T09:30'],
    ['morgen 18:30', '2026-11-23T18:30'],
    ['morgen früh', '2026-11-23T09:00'],
    ['day after tomorrow noon', '2026-11-24T12:00'],
    ['übermorgen mittag', '2026-11-24T12:00'],
    ['today 9 pm', '2026-11-22T21:00'],
    ['tonight', '2026-11-22T18:00'],
    ['heute Abend', '2026-11-22T18:00'],
    ['16', '2026-11-22T16:00'],
    ['9', '2026-11-23T09:00'],
    ['9am', '2026-11-23T09:00'],
    ['12 am', '2026-11-23T00:00'],
    ['12pm', '2026-11-23T12:00'],
    ['in 2 h', '2026-11-22T16:20:00.000Z'],
    ['in 2 hours', '2026-11-22T16:20:00.000Z'],
    ['in 1 h 30 min', '2026-11-22T15:50:00.000Z'],
    ['in 90min', '2026-11-22T15:50:00.000Z'],
    ['+3h', '2026-11-22T17:20:00.000Z'],
    ['in half an hour', '2026-11-22T14:50:00.000Z'],
    ['in einer Stunde', '2026-11-22T15:20:00.000Z'],
    ['in 3 days', '2026-11-25T15:20'],
    ['in 3 Tagen um 9:30', '2026-11-25T09:30'],
    ['in 2 weeks 9', '2026-12-06T09:00'],
    ['26.11. 18', '2026-11-26T18:00'],
    ['26.11.2027 9:05', '2027-11-26T09:05'],
    ['26 nov 9', '2026-11-26T09:00'],
    ['Nov 26 9pm', '2026-11-26T21:00'],
    ['1 dec 2027 9', '2027-12-01T09:00'],
    ['Dec 24th, 2027 8am', '2027-12-24T08:00'],
    ['3. März 8:00', '2027-03-03T08:00'],
    ['2026-12-24 10:00', '2026-12-24T10:00'],
    ['2026-12-24T10:00', '2026-12-24T10:00'],
    ['1 jan', '2027-01-01T09:00'],
    ['', null],
    ['soon', null],
    ['thu 25', null],
    ['thu 9:75', null],
    ['today', null],
    ['t', null],
    ['in', null],
    ['in 2', null],
    ['31.2. 9', null],
    ['13 pm', null],
    ['thu fri 9', null],
    ['Thurs 9', '2026-11-26T09:00'],
    ['2 sept', '2027-09-02T09:00'],
    ['Sunshine', null],
    ['Friends 10:00', null],
    ['3 marbles', null],
    ['decisions 5', null],
    ['in 9999 weeks', null],
    ['Fresh bread tomorrow', null],
    ['tomorrow we open at nine', null],
    ['jue 9', '2026-11-26T09:00'],
    ['mañana 9:30', '2026-11-23T09:30'],
    ['en 2 h', '2026-11-22T16:20:00.000Z'],
    ['el jueves a las 18:15', '2026-11-26T18:15'],
    ['mie 12', '2026-11-25T12:00'],
    ['sábado a la 1 de la tarde', '2026-11-28T13:00'],
    ['dom 9', '2026-11-29T09:00'],
    ['el próximo vie', '2026-11-27T09:00'],
    ['el lunes que viene 9', '2026-11-23T09:00'],
    ['pasado mañana al mediodía', '2026-11-24T12:00'],
    ['mañana por la mañana', '2026-11-23T09:00'],
    ['lunes por la noche', '2026-11-23T20:00'],
    ['hoy 9 p. m.', '2026-11-22T21:00'],
    ['hoy a las 18 h', '2026-11-22T18:00'],
    ['mañana 18h30', '2026-11-23T18:30'],
    ['esta noche', '2026-11-22T18:00'],
    ['dentro de 3 días', '2026-11-25T15:20'],
    ['en una hora y 30 minutos', '2026-11-22T15:50:00.000Z'],
    ['en media hora', '2026-11-22T14:50:00.000Z'],
    ['26 de noviembre a las 9', '2026-11-26T09:00'],
    ['1 de enero de 2027', '2027-01-01T09:00'],
    ['mañana abrimos a las nueve', null],
    ['jeu 9 h', '2026-11-26T09:00'],
    ['demain 9 h 30', '2026-11-23T09:30'],
    ['dans 2 h', '2026-11-22T16:20:00.000Z'],
    ['jeudi à 18h15', '2026-11-26T18:15'],
    ['mardi 9', '2026-11-24T09:00'],
    ['mer 12', '2026-11-25T12:00'],
    ['dim 9', '2026-11-29T09:00'],
    ['lundi prochain 9 heures', '2026-11-23T09:00'],
    ['vendredi soir', '2026-11-27T18:00'],
    ['après-demain midi', '2026-11-24T12:00'],
    ['aujourd’hui à 18 h', '2026-11-22T18:00'],
    ['ce soir', '2026-11-22T18:00'],
    ['dans 3 jours', '2026-11-25T15:20'],
    ['dans une semaine à 9:30', '2026-11-29T09:30'],
    ['dans une demi-heure', '2026-11-22T14:50:00.000Z'],
    ['dans 1 h 30 min', '2026-11-22T15:50:00.000Z'],
    ['le 26 novembre à 9 h', '2026-11-26T09:00'],
    ['1 août 2027', '2027-08-01T09:00'],
    ['demain nous ouvrons à neuf heures', null],
  ]
  assert.deepEqual(
    table.map(([text]) => [text, read(text)]),
    table,
  )
})

test('“tonight” is a future time today, or none', () => {
  const table: readonly (readonly [text: string, wall: string, at: string | null])[] = [
    ['tonight', '2026-11-27T10:00', '2026-11-27T18:00'],
    ['tonight', '2026-11-27T18:00', '2026-11-27T19:00'],
    ['tonight', '2026-11-27T21:00', '2026-11-27T22:00'],
    ['tonight', '2026-11-27T22:59', '2026-11-27T23:00'],
    ['tonight', '2026-11-27T23:00', null],
    ['this evening', '2026-11-27T21:00', '2026-11-27T22:00'],
    ['heute Abend', '2026-11-27T21:00', '2026-11-27T22:00'],
    ['tonight at 8', '2026-11-27T10:00', '2026-11-27T20:00'],
    ['heute Abend um 20:30 Uhr', '2026-11-27T10:00', '2026-11-27T20:30'],
    ['tonight 11pm', '2026-11-27T21:00', '2026-11-27T23:00'],
    ['tonight 12 am', '2026-11-27T21:00', null],
    ['tonight fri', '2026-11-27T10:00', null],
    ['tomorrow evening', '2026-11-27T21:00', '2026-11-28T18:00'],
  ]
  assert.deepEqual(
    table.map(([text, wall]) => [text, wall, read(text, wall)]),
    table,
  )
})

test('“next” refers to the week that begins on the coming Monday', () => {
  const tuesday = '2026-11-24T12:00'
  assert.equal(read('fri', tuesday), '2026-11-27T09:00')
  assert.equal(read('next fri', tuesday), '2026-12-04T09:00')
  assert.equal(read('next mon', tuesday), '2026-11-30T09:00')
})

test('days keep their time of day across clock changes, and hours are elapsed hours', () => {
  const beforeSpring = (text: string) => read(text, '2026-03-28T12:00', new Date('2026-03-28T11:00:00Z'))
  assert.equal(beforeSpring('in 1 day'), '2026-03-29T12:00')
  assert.equal(beforeSpring('in 24 h'), '2026-03-29T11:00:00.000Z')
})
