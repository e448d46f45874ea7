import type { JsonObject } from '../../documents/json.ts';
import { stackMode, stackNames } from '../../fleet/stack/stack-names.ts';
import type { TemplateName } from '../handlebars/templates.generated.cjs';
import {
  bucketPartView,
  bucketView,
  celldStackView,
  podIdentityView,
  releaseApplicationView,
  type StackView,
} from '../views/stack.ts';
import { WAVE_LAST, WAVE_STACK_BUCKET, WAVE_STACK_NEEDS } from '../waves.ts';

/** One object of a stack: when it is there, in which wave, and why a reader should care. */
export interface StackObject {
  readonly template: TemplateName;
  readonly why: string;
  readonly wave: number;
  readonly wanted: (view: StackView) => boolean;
  readonly view: (view: StackView) => JsonObject;
}

const always = (): boolean => true;
const aws = ({ stack }: StackView): boolean => stackMode(stack) === 'aws';

/** Every object of a stack, in the order in which they are explained. facts/celld-stack.md 2 and 6.1. */
export const STACK_OBJECTS: readonly StackObject[] = [
  {
    template: 's3-bucket',
    why: 'the S3 bucket; it goes last, and only when a person confirms it',
    wave: WAVE_STACK_NEEDS,
    wanted: aws,
    view: bucketView,
  },
  {
    template: 'pod-identity',
    why: 'the role by which the pods, and nobody else, use the bucket',
    wave: WAVE_STACK_NEEDS,
    wanted: aws,
    view: podIdentityView,
  },
  {
    template: 's3-public-access-block',
    why: 'keeps the bucket from ever being public',
    wave: WAVE_STACK_BUCKET,
    wanted: aws,
    view: (view) => bucketPartView(view, stackNames(view.stack).publicAccessBlock),
  },
  {
    template: 's3-encryption',
    why: 'encrypts what is written to the bucket',
    wave: WAVE_STACK_BUCKET,
    wanted: aws,
    view: (view) => bucketPartView(view, stackNames(view.stack).encryption),
  },
  {
    template: 'release-application',
    why: 'the release: the chart with the stack’s values, and the guard with the Jobs; it goes first when the stack goes',
    wave: WAVE_LAST,
    wanted: always,
    view: releaseApplicationView,
  },
  {
    template: 'celld-stack',
    why: 'makes every change visible as drift, and carries the status that people read',
    wave: WAVE_LAST,
    wanted: always,
    view: celldStackView,
  },
];
