// A shape of the model as a mesh. Lengths are along z and centred, as in the model file.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, ExtrudeGeometry,
  LatheGeometry, Mesh, MeshStandardMaterial, Shape, SphereGeometry, Vector2,
} from "three";
import { decodeIndices, decodeNumbers } from "../decode";
import type { RawShape } from "../report";

const ROUND = 40;

function tube(outer: number, inner: number, length: number): BufferGeometry {
  const h = length / 2;
  const corners: [number, number][] =
    [[inner, -h], [outer, -h], [outer, -h], [outer, h], [outer, h], [inner, h], [inner, h], [inner, -h]];
  return new LatheGeometry(corners.map(([x, y]) => new Vector2(x, y)), ROUND).rotateX(Math.PI / 2);
}

function extrusion(outline: [number, number][], length: number): BufferGeometry {
  const shape = new Shape(outline.map(([x, y]) => new Vector2(x, y)));
  return new ExtrudeGeometry(shape, { depth: length, bevelEnabled: false }).translate(0, 0, -length / 2);
}

function mesh(raw: RawShape): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(decodeNumbers(raw.points)), 3));
  const triangles = decodeIndices(raw.triangles);
  if (triangles.length > 0) geometry.setIndex(new BufferAttribute(triangles, 1));
  // Flat shading: each triangle has corners of its own.
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  flat.computeVertexNormals();
  return flat;
}

function geometryOf(raw: RawShape): BufferGeometry | null {
  const radius = raw.radius ?? 0, length = raw.length ?? 0;
  switch (raw.kind) {
    case "box": return new BoxGeometry(raw.size?.[0], raw.size?.[1], raw.size?.[2]);
    case "sphere": return new SphereGeometry(radius, ROUND, ROUND / 2);
    case "cylinder": return new CylinderGeometry(radius, radius, length, ROUND).rotateX(Math.PI / 2);
    case "capsule": return new CapsuleGeometry(radius, length, 8, ROUND / 2).rotateX(Math.PI / 2);
    case "tube": return tube(radius, raw.inner_radius ?? radius * 0.8, length);
    case "extrusion": return raw.outline && raw.outline.length > 2 ? extrusion(raw.outline, length) : null;
    case "mesh": return mesh(raw);
    default: return null;
  }
}

/** `layer` decides which of two bodies is seen where their faces lie in one plane. */
export function shapeMesh(raw: RawShape, color: string, layer: number): Mesh | null {
  const geometry = geometryOf(raw);
  if (!geometry) return null;
  const made = /^#[0-9a-f]{6}$/i.test(raw.color ?? "") ? raw.color! : color;
  const node = new Mesh(geometry, new MeshStandardMaterial({
    color: made, roughness: 0.55, metalness: 0.05,
    polygonOffset: true, polygonOffsetFactor: layer, polygonOffsetUnits: layer,
  }));
  const [x, y, z, qw, qx, qy, qz] = raw.pose ?? [];
  if (raw.pose?.length === 7 && raw.pose.every(Number.isFinite)) {
    node.position.set(x!, y!, z!);
    node.quaternion.set(qx!, qy!, qz!, qw!).normalize();
  }
  node.castShadow = true;
  node.receiveShadow = true;
  return node;
}
