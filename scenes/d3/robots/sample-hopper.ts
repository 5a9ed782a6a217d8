/** A leg on a rail with springs and servos, as the text of an MJCF file: classes of defaults, frames, degrees, tied joints. z is up. */

export const SAMPLE_HOPPER = `<mujoco model="sample-hopper">
  <compiler angle="degree" autolimits="true"/>
  <option timestep="0.005" gravity="0 0 -9.81"/>
  <default>
    <geom density="800" friction="0.9"/>
    <joint damping="0.4" armature="0.01"/>
    <default class="leg">
      <geom type="capsule" size="0.03"/>
      <joint axis="0 1 0" range="-150 150"/>
      <position kp="220" kv="9" forcerange="-120 120"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="torso" pos="0 0 0.85">
      <joint name="rail" type="slide" axis="0 0 1" damping="0" armature="0"/>
      <geom type="box" size="0.12 0.08 0.06"/>
      <body name="thigh" childclass="leg" euler="0 30 0">
        <joint name="hip"/>
        <geom fromto="0 0 0 0 0 -0.35"/>
        <body name="shin" pos="0 0 -0.35" euler="0 -60 0">
          <joint name="knee"/>
          <geom fromto="0 0 0 0 0 -0.35"/>
          <geom name="foot" type="sphere" size="0.05" pos="0 0 -0.35"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="hip" joint="hip" class="leg"/>
    <position name="knee" joint="knee" class="leg"/>
  </actuator>
</mujoco>`
