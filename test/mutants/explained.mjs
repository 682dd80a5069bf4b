/**
 * Mutants that no test can kill, because they change nothing that anybody may rely on. Without line numbers, which move:
 * `mutation` is the text that the script prints after file and line.
 */
export const explained = [
  ...[
    '«void runCommand(process.argv.slice(2), process.cwd()).then(…» → «{}»',
    'void runCommand(process.argv.slice(2), process.cwd()).then(({ output, errors, exitCode }) => «{ process.stderr.write(errors) // An application may hold c…» → «{}»',
    'void runCommand(process.argv«.slice(2)», process.cwd()).then(({ output, errors, exitCode }) => { → «»',
    "«process.once('exit', (code) => { if (code === unsettled) pr…» → «{}»",
    "process.once(«'exit'», (code) => { → «''»",
    "process.stderr.write(«'A module was never loaded to its end: its top-level await …») → «''»",
  ].map((mutation) => ({
    file: 'adapters/cli.ts',
    mutation,
    reason: 'Runs only in a process of its own, as the packed tarball does in the package test: no mutant meets it.',
  })),
  ...[
    'warmUp: export const warmUp = { bodies: «8», objects: 64 } → «9»',
    'warmUp: export const warmUp = { bodies: 8, objects: «64» } → «65»',
    'warmUp: export const warmUp = { «bodies: 8, »objects: 64 } → «»',
  ].map((mutation) => ({
    file: 'fast-path/warm-up.ts',
    mutation,
    reason: 'A measured number. Whether the walker or generated code has a body changes the time alone.',
  })),
  {
    file: 'fast-path/reach.ts',
    mutation: 'isInReach.isFlat: «around.delete(plan)» → «{}»',
    reason: 'Mongoose copies schemas, so that a plan stands twice only in objects that hold their like.',
  },
  {
    file: 'fast-path/wide-fields.ts',
    mutation: 'copyMany.next: let next = «0» → «1»',
    reason: 'A guess. What does not stand there is looked up.',
  },
  {
    file: 'fast-path/write-body.ts',
    mutation: "BodyWriter.dispatch: if («!isKeyAllowed») return '' → «false»",
    reason: 'Who picks a discriminator with a key that is not allowed is left to the walker by each function.',
  },
  {
    file: 'fast-path/write-copy.ts',
    mutation: "copyOfSome: if (content !== undefined) setOwn(copy, names[index] ?? «''», content) → «'mutant'»",
    reason: 'There are as many names as contents.',
  },
  {
    file: 'fast-path/write-keys.ts',
    mutation: 'keySwitch.isNumbered: const isNumbered = branches.length «>» most → «<=»',
    reason: 'Two ways to the same branch, of which the measured one is faster.',
  },
  {
    file: 'describe/error-params.ts',
    mutation: 'below: «return undefined» → «{}»',
    reason: 'Nothing comes after it, and a function without return gives undefined.',
  },
  {
    file: 'describe/review.ts',
    mutation: "optionNotes: notes.«push»({ path, concern: 'immutable', message }) → «unshift»",
    reason: 'The list is empty until then.',
  },
  {
    file: 'rules/container-rules.ts',
    mutation:
      'ContainerRules.aroundElement: isInRow && facts.canFailOnValue ? { isOpen: «true» } : undefined, → «false»',
    reason: 'The job that opens the gate sets it, before anything asks.',
  },
  {
    file: 'rules/measures.ts',
    mutation:
      'returning: const returning = /^(?:function ?)?\\w* ?\\( ?([A-Za-z_]\\w*) ?\\) «?»\\{ ?return ([^;]*);? ?\\}$/ → «»',
    reason: 'The other rules of a minified schema get the document, and no stand-in: the verdict is the same.',
  },
  {
    file: 'guard/compile-route.ts',
    mutation:
      "withCheck.route: const route = { check, maxErrors, at, isExtra: (path: string) => extraKeys.includes(path.split('.', «1»)[0] ?? '') } → «2»",
    reason: 'Reads no more than the first part.',
  },
  {
    file: 'values/json-size.ts',
    mutation:
      "JsonSize.hasAtLeast: if (keys !== undefined) this.bytes += Buffer.byteLength(keys[index] ?? «''») + 3 → «'mutant'»",
    reason: 'There is a key for each value: only the compiler asks what is to be done without.',
  },
  {
    file: 'errors/error-limit.ts',
    mutation: 'envelope: const envelope = «13» → «14»',
    reason: 'The sum is one or two bytes too high already, on the safe side; an answer may be one byte shorter.',
  },
  {
    file: 'errors/error-limit.ts',
    mutation: 'ErrorLimit.allows: if (bytes <= allowance) «return true» → «{}»',
    reason: 'A body has no less than nothing: the same result, after some work for it.',
  },
  {
    file: 'values/json-size.ts',
    mutation: 'JsonSize.open: this.unfinished.«push»({ values, keys, next: 0 }) → «unshift»',
    reason: 'Sums up the same sizes in another order.',
  },
  {
    file: 'plan/discriminator.ts',
    mutation:
      'choosePlan: return «sent !== undefined && »isAcceptedKey(base, key, sent) ? { plan: base, unknownKey: key } : { plan: base } → «»',
    reason: 'The walker treats a key that a body does not have as absent before it asks whether it is the unknown one.',
  },
  {
    file: 'fast-path/write-leaf.ts',
    mutation: 'checkCode: if (limit === undefined« || isCast») return `!${code.constant(check)}(${v})` → «»',
    reason: 'A Date with a number as its limit: to compare it in the code itself gives the same.',
  },
  {
    file: 'mongoose/built-in-texts.ts',
    mutation: "builders: ['enum', «1»], → «2»",
    reason: 'Any argument does: only the function that Mongoose makes of it is looked at.',
  },
  {
    file: 'check/walk-state.ts',
    mutation: 'WalkState: wrongTypes = «0» → «1»',
    reason: 'The number is only compared with what it was before.',
  },
  {
    file: 'fast-path/late-rules.ts',
    mutation:
      'LateRuleCollector.level: return visits[objects.«indexOf»(chosen)]?.(rules, value, at) ?? true → «lastIndexOf»',
    reason: 'A plan that stands there twice has the same rules at both places.',
  },
  {
    file: 'mongoose/built-in-texts.ts',
    mutation: "builders: [«'minlength'», 1], → «''»",
    reason:
      'This rule is told by its identity, which it keeps in the clones of Mongoose 8 and 9; its text is the second way.',
  },
  {
    file: 'errors/job-runner.ts',
    mutation: 'passes: return isPromise(both) ? both.then(undefined, () => «false») : both → «true»',
    reason: 'The rule that rejects has ended the run: what waits behind the gate is started no more.',
  },
  {
    file: 'rules/value-rules.ts',
    mutation: 'ValueRules.value: if (facts.setterCount «>» 0) this.schedule.requireDocument() → «>=»',
    reason: 'Builds a document that nothing is found on: slower, and the same outcome.',
  },
  {
    file: 'rules/value-rules.ts',
    mutation:
      'ValueRules.nullElement.isJudged: behaviorOf(this.schedule.model).judgesNullElements || («type.options.required !== undefined && »!schema.isNested) → «»',
    reason: 'Without `required` no rule of the element is about null, and the same error is reported.',
  },
  {
    file: 'adapters/express.ts',
    mutation:
      'runOnReject: answered = reject(«reject === answerErrors» ? errors : withText(errors), req, res, handOn) → «false»',
    reason: 'The text is no enumerable property: it costs time, and shows in no answer.',
  },
  {
    file: 'adapters/media-type.ts',
    mutation: "mediaTypeOf: return (contentType.split(';', 1)[0] ?? «''»).trim().toLowerCase() → «'mutant'»",
    reason: 'A text that is split has a first part, which the compiler does not know.',
  },
  {
    file: 'adapters/request-body.ts',
    mutation: 'signalOf: «return undefined» → «{}»',
    reason: 'As what comes behind it: a function without it gives undefined.',
  },
  {
    file: 'adapters/stream-bytes.ts',
    mutation: 'readAll: for (let reads = 1; ; reads«++») { → «--»',
    reason: 'Turns of the event loop come as often where it counts down.',
  },
  {
    file: 'describe/default-keyword.ts',
    mutation:
      "defaultKeyword: if («value === undefined || »value === null || typeof value === 'function') return {} → «»",
    reason: 'What is undefined has no JSON, which an error tells below: it takes longer, and says the same.',
  },
  {
    file: 'adapters/stream-bytes.ts',
    mutation: 'readAll: if (end > bytes.length) bytes = enlarged(bytes, Math.max(end, «2» * length)) → «3»',
    reason: 'Any factor above 1 does.',
  },
  {
    file: 'mongoose/bookkeeping.ts',
    mutation:
      'fileErrorsApart: if («this.$__.validationError?.errors[path] !== undefined || !is…») Reflect.apply(method, this, [path]) → «true»',
    reason: 'Spares time, which the hostile tests measure in processes of their own, out of reach of a mutant.',
  },
  {
    file: 'mongoose/bookkeeping.ts',
    mutation:
      'joinFewErrors: if («count <= joinedErrors || error instanceof ValidationError») Reflect.apply(method, this, [path, error]) → «false»',
    reason: 'As above; what it joins is the message of an error that no answer prints.',
  },
  {
    file: 'check/union-casts.ts',
    mutation:
      'UnionCasts.count: return sum(asArray(value), (element) => (isObject(element) ? 1 + this.ofLevel(node.level, element) : «0»)) → «1»',
    reason: 'A bound from above of what Mongoose builds; a body holds each such element itself.',
  },
]
