import type { AreaMessages } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const team: AreaMessages['team'] = {
  title: 'Comentarios del equipo',
  lead: 'Los leen los miembros de esta marca. Los clientes con un enlace, no.',
  label: 'Escribe a tu equipo',
  hint: 'Solo tu equipo puede leer esto. Escribe @ para mencionar a alguien.',
  send: 'Enviar',
  save: 'Guardar',
  reply: 'Responder',
  replyTo: (name) => `Responder a ${name}`,
  replyLabel: 'Responde a tu equipo',
  resolve: 'Resolver',
  resolveOf: (name) => `Resolver el hilo de ${name}`,
  reopen: 'Reabrir',
  reopenOf: (name) => `Reabrir el hilo de ${name}`,
  resolved: (count) => plural('es', count, { one: 'hilo resuelto', other: 'hilos resueltos' }),
  edit: 'Editar',
  editLabel: 'Edita tu comentario',
  remove: 'Eliminar',
  removeOf: (name) => `Eliminar el comentario de ${name}`,
  removeTitle: '¿Eliminar este comentario?',
  removeLead: 'No se puede deshacer.',
  edited: 'editado',
  deleted: 'Comentario eliminado',
  former: 'Antiguo miembro',
  people: 'Miembros',
}
