/**
 * The page of car football: arrow keys drive, the room is named by the address's `#`, servers by `?servers=ws://…,ws://…`.
 */

import { Client } from 'colyseus.js'
import { joinRoom } from '../src/client.ts'
import { BACK, buildFootball, FIELD, FORWARD, GOAL, LEFT, RIGHT } from './football.ts'

const KEYS: Readonly<Record<string, number>> = { ArrowUp: FORWARD, ArrowDown: BACK, ArrowLeft: LEFT, ArrowRight: RIGHT }
const canvas = document.querySelector('canvas')!
const context = canvas.getContext('2d')!
const game = buildFootball()
let pressed = 0
let status = ''
addEventListener('keydown', ({ key }) => (pressed |= KEYS[key] ?? 0))
addEventListener('keyup', ({ key }) => (pressed &= ~(KEYS[key] ?? 0)))

const servers = (new URLSearchParams(location.search).get('servers') ?? `ws://${location.hostname}:2567`).split(',')
const room = await joinRoom({
  connect: (address) => new Client(address), servers, room: 'football', id: location.hash.slice(1) || 'lobby', build: () => game,
  version: 'football 1',
  onChange: (state) => (status = state === 'lost' ? 'The connection is lost; trying again …' : ''),
})

let due = performance.now()
function frame(now: number): void {
  if (now - due > 250) due = now
  for (; due <= now; due += 1000 / 60) room.frame([pressed])
  draw()
  requestAnimationFrame(frame)
}

function draw(): void {
  const scale = canvas.width / (2 * FIELD.x + 8)
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, -scale, canvas.width / 2, canvas.height / 2)
  context.fillStyle = '#2e7d32'
  context.fillRect(-FIELD.x - 4, -FIELD.y - 1, 2 * FIELD.x + 8, 2 * FIELD.y + 2)
  context.fillStyle = '#a5d6a7'
  for (const side of [-1, 1]) context.fillRect(side > 0 ? FIELD.x : -FIELD.x - 2.5, -GOAL, 2.5, 2 * GOAL)
  game.cars.forEach((car, seat) => {
    const { x, y } = car.position
    const front = car.worldPoint({ x: 1, y: 0 })
    context.save()
    context.transform(front.x - x, front.y - y, y - front.y, front.x - x, x, y)
    context.fillStyle = ['#1565c0', '#ef6c00'][seat]!
    context.fillRect(-0.9, -0.5, 1.8, 1)
    context.fillStyle = '#fff'
    context.fillRect(0.3, -0.4, 0.3, 0.8)
    context.restore()
  })
  context.beginPath()
  context.arc(game.ball.position.x, game.ball.position.y, 0.6, 0, 7)
  context.fillStyle = '#fff'
  context.fill()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.font = '24px sans-serif'
  context.fillText(`${game.score[0]} : ${game.score[1]}   ${status}`, 20, 30)
}

requestAnimationFrame(frame)
