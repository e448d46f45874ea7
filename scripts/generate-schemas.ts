import { writeGenerated } from './generated-file.ts';
import { crdFile, CUSTOM_KINDS, generateCrd } from './schemas/crd.ts';
import { readSchemas, SCHEMA_FOLDER } from './schemas/read-schemas.ts';
import { generateTypes } from './schemas/types.ts';
import { generateValidators, generateValidatorTypes } from './schemas/validators.ts';

/** Types, validators and the CRDs from `schemas/*.schema.json`; `--check` only compares and exits 1 on a difference. */
async function main(): Promise<void> {
  const files = readSchemas();
  for (const file of files) {
    writeGenerated(`${SCHEMA_FOLDER}/${file.stem}.generated.ts`, await generateTypes(file));
  }
  writeGenerated(`${SCHEMA_FOLDER}/validators.generated.cjs`, await generateValidators(files));
  writeGenerated(`${SCHEMA_FOLDER}/validators.generated.d.cts`, generateValidatorTypes(files));
  for (const kind of CUSTOM_KINDS) {
    for (const { schema } of files.filter(({ stem }) => stem === kind.stem))
      writeGenerated(crdFile(kind), generateCrd(schema, kind));
  }
}

await main();
