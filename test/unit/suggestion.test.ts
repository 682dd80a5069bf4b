import { describe, expect, it } from 'vitest'
import { nearestPath } from '../../src/plan/suggestion.ts'

describe('the nearest path', () => {
  it.each<[entry: string, paths: string[], nearest: string | undefined, why: string]>([
    ['emial', ['name', 'email', 'mail'], 'email', 'has the fewest changes'],
    ['nam', ['name', 'nam1'], 'name', 'is the first of two that are as near'],
    ['EMAIL', ['email'], 'email', 'is looked for without regard to case'],
    ['email', ['name', 'eMail'], 'eMail', 'is looked for without regard to case'],
    ['city', ['name', 'address.city'], 'address.city', 'ends with the entry'],
    ['city', ['city1', 'address.city', 'City'], 'City', 'is the entry itself rather than one that ends with it'],
    ['addresses.0.city', ['addresses.city1', 'addresses.city'], 'addresses.city', 'has no index'],
    ['addresses.$.city', ['addresses.city1', 'addresses.city'], 'addresses.city', 'has no positional operator'],
    ['addresses.$[].city', ['addresses.city1', 'addresses.city'], 'addresses.city', 'has no positional operator'],
    ['addresses.$[home].city', ['addresses.city1', 'addresses.city'], 'addresses.city', 'has no filtered operator'],
    ['address1', ['address2'], 'address2', 'keeps the digits of a name'],
    ['1address', ['2address'], '2address', 'keeps the digits of a name'],
    ['$address', ['address2'], 'address2', 'keeps the dollar of a name'],
    ['ab', ['cd'], 'cd', 'may differ in two letters'],
    ['abc', ['xyz'], undefined, 'may not differ in three letters of few'],
    ['abcdefghijkl', ['abcdefghwxyz'], 'abcdefghwxyz', 'may differ in a third of many letters'],
    ['abcdefghijkl', ['abcdefgvwxyz'], undefined, 'may not differ in more than a third of many letters'],
    ['name', ['a name'], 'a name', 'may have two letters more'],
    ['name', ['the name'], undefined, 'may not have many letters more'],
    ['the name', ['name', 'e name'], 'e name', 'may have two letters less'],
    ['kitten', ['sittin'], 'sittin', 'counts each letter that is replaced'],
    ['abcd', ['bcda'], 'bcda', 'counts a letter that moves twice'],
    ['geo.lgn', ['geo.lat', 'geo.lng'], 'geo.lng', 'counts letters that have changed places once'],
    ['ba', ['cd', 'ab'], 'ab', 'counts letters that have changed places once, at the start too'],
    ['badc', ['abcd', 'abdc'], 'abdc', 'counts each two that have changed places'],
    ['name', [], undefined, 'is none of none'],
  ])('of %j among %j is %j: it %s', (entry, paths, expected) => {
    expect(nearestPath(entry, paths)).toBe(expected)
  })

  it('is looked for among the first 5000', () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => `other${index}`)
    expect(nearestPath('email', [...others(4999), 'emial'])).toBe('emial')
    expect(nearestPath('email', [...others(5000), 'emial'])).toBeUndefined()
  })
})
